# expect: error; earned 0; says "forward"
# task: week-12/encoder_block
import torch
from torch import nn
class EncoderBlock(nn.Module):
    def __init__(self, width, num_heads, hidden, dropout=0.0):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.output = nn.Linear(width, width)
        self.feed_forward = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, width))
        self.norm_attention = nn.LayerNorm(width)
        self.norm_feed_forward = nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)
    def foward(self, x, mask=None):
        return x
