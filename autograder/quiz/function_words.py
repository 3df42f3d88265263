"""The little words of English, which every sentence needs and no list of key words has."""


def word_set(text: str) -> frozenset[str]:
    """
    >>> sorted(word_set("an a"))
    ['a', 'an']
    """
    return frozenset(text.split())


FUNCTION_WORDS = word_set(
    """
    a about above after again against all also although always am an and another any are as at be because been before
    being below between both but by can could did do does doing down during each either else enough even ever every
    few for from further get gets had has have having he hence her here him his how however i if in instead into is it
    its itself just less let like many may me might more most much must my need neither never no nor not now of off on
    once one only or other otherwise our out over own per rather same she should since so some such than that the their
    them then there therefore these they this those though through thus to together too toward towards under unless
    until up upon us very via was we were what when where whereas whether which while who whose why will with within
    without would yes yet you your
    """
)
