"""Wire a tiny Transformer.

Characters become vectors, each vector gets the stamp of its place, one encoder layer lets everything look at
everything, the mean makes one vector of them, and a linear layer turns it into one logit. All layers are made
for you in `__init__`; `forward` connects them:

    logit = head(mean over the characters of encoder(embedding(ids) + positions(place)))

Texts of a batch are filled up with id 0, the padding. Padding is no text: no character may look at it, and it
does not count in the mean. So a text has the same logit whatever padding follows it.

By hand: the encoder's outputs [1, 0], [1, 0], [0, 2], [0, 2], where the last two stand on padding, have the
mean [1, 0]. The mean over all four, [0.5, 1], would change with every 0 that is added.

Predict first: the same characters in reverse order, is that the same logit? And the same text with five
more zeros behind it? Then run this file.

You build
    TinyTransformer.forward(ids) -> logits (B,), for long ids (B, L)
        * the place of a character is its index in the row, from 0, padding counted; no factor on the embedding
        * every id 0 is padding, wherever it stands: behind, in front or in the middle
        * a row of padding only gets a finite logit, the same for every L, and leaves every gradient finite
        * all of this in train mode, in eval mode, and in eval mode under torch.no_grad() (where torch takes
          another, faster path through the encoder); dropout acts in train mode only
        * a mask of torch.bool: in `src_key_padding_mask` True means "hidden", the opposite of the masks you built
        * L above `length`, or an id below 0 or not below `vocab`: raise ValueError
"""

import torch
from torch import nn


class TinyTransformer(nn.Module):
    """One encoder layer between an embedding and a logit.

    >>> model = TinyTransformer()
    >>> model(torch.tensor([[104, 105, 0, 0], [111, 107, 97, 121]])).shape
    torch.Size([2])

    Args:
        vocab: number of different ids; id 0 is padding.
        width: size of each character's vector, a multiple of `num_heads`.
        num_heads: number of attention heads.
        hidden: width inside the feed-forward part.
        length: the longest text.
        dropout: share of numbers dropped in train mode, from 0 to 1.
    Source: Vaswani et al. 2017, sections 3.1 and 3.3 to 3.5.
    """

    def __init__(
        self,
        vocab: int = 127,
        width: int = 24,
        num_heads: int = 4,
        hidden: int = 48,
        length: int = 32,
        dropout: float = 0.1,
    ):
        super().__init__()
        self.embedding = nn.Embedding(vocab, width)
        self.positions = nn.Embedding(length, width)
        self.encoder = nn.TransformerEncoderLayer(width, num_heads, hidden, dropout, batch_first=True)
        self.head = nn.Linear(width, 1)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """One logit for each text.

        >>> TinyTransformer()(torch.tensor([[104, 105, 0]])).shape
        torch.Size([1])

        Args:
            ids: long (B, L), 0 where there is padding.
        Returns: logits (B,), in the dtype of the model.
        Raises: ValueError for a text that is too long, or an id that the embedding does not have.
        """
        ### BEGIN SOLUTION
        if ids.shape[1] > self.positions.num_embeddings:
            raise ValueError(f"texts of {ids.shape[1]} ids; this model takes {self.positions.num_embeddings}")
        if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
            raise ValueError(f"ids go from 0 to {self.embedding.num_embeddings - 1}")
        padding = ids == 0
        places = torch.arange(ids.shape[1], device=ids.device)
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)  # a row of padding only looks at its first place: softmax of nothing is NaN
        vectors = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = vectors.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)
        ### END SOLUTION


### BEGIN HINTS
# 1. Look at the shapes: embedding(ids) is (B, L, width), positions(torch.arange(L)) is (L, width), and adding
#    them gives every row of the batch the same stamps. The encoder keeps the shape, the mean takes L away, the
#    head leaves (B, 1).
# 2. padding = ids == 0 serves twice: as src_key_padding_mask of the encoder, and to leave padding out of the
#    mean.
# 3. The mean over the characters is a sum over them divided by their number. Put zeros where padding stands
#    with masked_fill and not by multiplying: NaN * 0 is NaN, and the fast path gives NaN in a row that hides
#    everything.
# 4. A row of padding only has 0 characters: clamp(min=1) keeps the division finite, and the head then sees
#    zeros.
# 5. squeeze(-1) takes the last axis away; squeeze() would also take away a batch of one.
### END HINTS


if __name__ == "__main__":
    torch.manual_seed(0)
    model = TinyTransformer().eval()

    def ids_of(text: str, zeros: int = 0) -> torch.Tensor:
        return torch.tensor([[ord(letter) for letter in text] + [0] * zeros])

    with torch.no_grad():
        for name, ids in (
            ("not good", ids_of("not good")),
            ("not good, five zeros behind it", ids_of("not good", zeros=5)),
            ("doog ton, the same characters in reverse", ids_of("doog ton")),
            ("nothing but padding", ids_of("", zeros=8)),
        ):
            print(f"{name}: logit {model(ids).item():.4f}")
    print("Untrained, the numbers mean nothing. But which of them had to be equal?")
