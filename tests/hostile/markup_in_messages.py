# expect: error; earned 0
# way: Raises an error whose name and text are HTML, Markdown and markup of the terminal table.
# section: the TA and the platform
# stopped by: report
Odd = type("<script>alert(1)</script>", (Exception,), {})


def softmax(scores, dim=-1, temperature=1.0):
    raise Odd("</script><img src=x onerror=alert(1)> [bold red]10/10[/] [link=file:///]x[/link] ![](http://192.0.2.1/x)")
