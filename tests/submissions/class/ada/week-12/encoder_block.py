"""Wire an encoder block.

A Transformer stacks blocks. In each, every position first gathers from all others (multi-head attention),
then works on its own (feed-forward). Each of these two sub-layers only ADDS something to what it was given
(the residual), and a norm follows the sum. This order, post-norm, is the one of 2017:

    y      = norm_attention(x + dropout(attention of x, with all heads, through `output`))
    result = norm_feed_forward(y + dropout(feed_forward(y)))

The layers are in place; the wiring is yours. Each head works on width / num_heads columns: head 0 on the
first ones, and so on. Its scores are divided by the root of ITS depth.

By hand: make both sub-layers silent (weights and biases of `output` and of the last Linear 0). Then x = [1, 3]
has mean 2 and deviation 1, so it becomes [-1, 1], and the second norm leaves [-1, 1].

Predict first, then run this file: the same block with an input twice as large, [2, 6], gives ...?

You build
    EncoderBlock(width, num_heads, hidden, dropout=0.0), a module; `forward(x, mask=None)` is what you write
        * x (B, L, width) -> (B, L, width) in the dtype of x (float64 to its full accuracy); add methods if
          you like, keep the layers and their names
        * mask: boolean, True = may look; it broadcasts to (B, H, L, L) and has 2 axes (one table for all) or 4
          (B, 1, L, L or B, 1, 1, L: one for each text). Any other dtype: raise ValueError
        * a query that may look at nothing mixes to 0 (then `output` adds its bias); gradients stay finite
        * dropout acts on what each sub-layer gives, before it is added, nowhere else, and in train mode only
        * F.scaled_dot_product_attention is allowed here. `width` is a multiple of `num_heads`
"""

import torch
import torch.nn.functional as F
from torch import nn


class EncoderBlock(nn.Module):
    """Multi-head self-attention and a feed-forward layer, each with a residual and a norm behind it.

    >>> EncoderBlock(width=8, num_heads=2, hidden=16)(torch.zeros(3, 5, 8)).shape
    torch.Size([3, 5, 8])

    Args:
        width: numbers for each token, a multiple of `num_heads`.
        num_heads: how many look-ups run side by side.
        hidden: width of the feed-forward layer's inside.
        dropout: share of numbers set to 0 in train mode, from 0 to 1.
    Source: Vaswani et al. 2017, sections 3.1, 3.2.2 and 5.4.
    """

    def __init__(self, width: int, num_heads: int, hidden: int, dropout: float = 0.0):
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

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """The block's result for a batch of texts.

        >>> EncoderBlock(8, 2, 16)(torch.zeros(3, 5, 8), torch.ones(5, 5, dtype=torch.bool).tril()).shape
        torch.Size([3, 5, 8])

        Args:
            x: floating tensor (B, L, width); it is left unchanged.
            mask: None, or a boolean tensor (L, L), (B, 1, L, L) or the like; True = may look.
        Returns: a tensor (B, L, width) with the dtype of `x`.
        Raises: ValueError for a mask that is not boolean.
        Source: Vaswani et al. 2017, section 3.1.
        """
        ### BEGIN SOLUTION
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError(f"the mask must be boolean, got {mask.dtype}")
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))

    def attend(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """What all heads gather, side by side again: (B, L, width)."""
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        mixed = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)  # (B, H, L, width / H)
        return mixed.transpose(1, 2).flatten(-2)

    def split(self, x: torch.Tensor) -> torch.Tensor:
        """(B, L, width) -> (B, H, L, width / H)."""
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        ### END SOLUTION


### BEGIN HINTS
# 1. Start without attention: write the two lines of the statement with a stand-in for it, and see that silent
#    sub-layers give norm_feed_forward(norm_attention(x)).
# 2. Heads: `layer(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)` is (B, H, L, width / H). Back again:
#    `.transpose(1, 2).flatten(-2)`. A reshape alone would mix tokens.
# 3. `F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)` reads True as "may look" and gives 0 for a
#    query that may look at nothing. It takes masks of numbers too, so look at mask.dtype first.
# 4. Put `self.dropout(...)` around what each sub-layer gives: it knows by itself whether the mode is train or eval.
### END HINTS


if __name__ == "__main__":
    torch.manual_seed(0)
    block = EncoderBlock(width=2, num_heads=1, hidden=4)
    with torch.no_grad():
        for layer in (block.output, block.feed_forward[2]):
            layer.weight.zero_()
            layer.bias.zero_()
        for x in ([1.0, 3.0], [2.0, 6.0]):
            result = block(torch.tensor([[x]]))
            print(x, "through silent sub-layers:", [round(number, 3) for number in result.flatten().tolist()])
    print("Was your prediction right? A norm forgets how large its input was.")
    block, x = EncoderBlock(width=8, num_heads=2, hidden=16), torch.randn(1, 4, 8)
    causal, changed = torch.ones(4, 4, dtype=torch.bool).tril(), x.clone()
    changed[0, 3] += 1.0
    for name, mask in (("without a mask", None), ("behind a causal mask", causal)):
        moved = (block(x, mask) - block(changed, mask)).abs().amax(-1)[0] > 1e-6
        print(f"Rows that move when the last token changes, {name}:", moved.nonzero().flatten().tolist())
