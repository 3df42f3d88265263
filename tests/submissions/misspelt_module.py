# expect: error; earned 0; line 2; says "Python finds no module torch.nn.funtional: is it spelt right?"
import torch.nn.funtional as F
