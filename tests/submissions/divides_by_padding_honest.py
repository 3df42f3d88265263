# expect: failed; says "not finite"
# task: week-20/tiny_transformer
import torch
from torch import nn
class TinyTransformer(nn.Module):
    def __init__(self, vocab=127, width=24, num_heads=4, hidden=48, length=32, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab, width)
        self.positions = nn.Embedding(length, width)
        self.encoder = nn.TransformerEncoderLayer(width, num_heads, hidden, dropout, batch_first=True)
        self.head = nn.Linear(width, 1)
    def forward(self, ids):
        if ids.shape[1] > self.positions.num_embeddings or (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
            raise ValueError
        hidden = ids == 0
        x = self.encoder(self.embedding(ids) + self.positions(torch.arange(ids.shape[1])), src_key_padding_mask=hidden)
        return self.head(x.sum(1) / (ids == 0).sum(1, keepdim=True))[:, 0]  # counts the padding, not the characters: / 0
