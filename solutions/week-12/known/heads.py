"""Known answers to week-12/heads: wrong ones, which the graders must catch and name, and right ones."""


# %% split-by-reshape
# The shape is right, but head 0 holds several pieces of token 0: cut the last axis first, then swap axes 1 and 2.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, num_heads, length, width // num_heads)


# %% split-and-merge-by-reshape
# Both are plain reshapes, so the round trip works and tokens are mixed all the same: cut the last axis first, then
# swap axes 1 and 2.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, num_heads, length, width // num_heads)


def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.reshape(batch, length, heads * depth)


# %% split-interleaved
# Head h took every H-th column: it takes D/H neighbouring columns, so reshape to (B, L, H, D/H), heads first.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, width // num_heads, num_heads).permute(0, 3, 1, 2)


# %% interleaved-both-ways
# Heads took every H-th column, and merge undoes it: each head takes D/H neighbouring columns, (B, L, H, D/H).
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, width // num_heads, num_heads).permute(0, 3, 1, 2)


def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.permute(0, 2, 3, 1).reshape(batch, length, heads * depth)


# %% heads-behind-tokens
# The result is (B, L, H, D/H): move the heads in front of the tokens, transpose(1, 2).
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, num_heads, width // num_heads)


# %% tokens-last
# The last two axes are swapped: (B, H, L, D/H), a row for each token.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, num_heads, width // num_heads).permute(0, 2, 3, 1)


# %% heads-before-batch
# The heads stand before the batch: (B, H, L, D/H), the batch stays in front.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, num_heads, width // num_heads).permute(2, 0, 1, 3)


# %% heads-in-the-batch
# Batch and heads were folded into one axis: keep them apart, (B, H, L, D/H).
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, num_heads, width // num_heads).transpose(1, 2).flatten(0, 1)


# %% sizes-of-heads-swapped
# num_heads was taken for the columns of one head: there are num_heads heads of D / num_heads columns each.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, width // num_heads, num_heads).transpose(1, 2)


# %% heads-in-reverse
# The heads came in reverse order: head 0 holds the first columns.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.reshape(batch, length, num_heads, width // num_heads).transpose(1, 2).flip(1)


# %% spare-columns-dropped
# Columns that cannot be shared out were dropped in silence: raise ValueError where D % num_heads is not 0.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    x = x[..., : width // num_heads * num_heads]
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)


# %% spare-columns-padded
# Zeros were added so that the columns can be shared out: raise ValueError where D % num_heads is not 0.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    x = torch.nn.functional.pad(x, (0, -width % num_heads))
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)


# %% indivisible-left-to-torch
# Columns that cannot be shared out ended in torch's own error: raise ValueError where D % num_heads is not 0.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    return x.reshape(batch, length, num_heads, width // num_heads).transpose(1, 2)


# %% assertion-for-value-error
# An AssertionError came where a ValueError is asked for: write `raise ValueError(...)` in place of assert.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise AssertionError
    return x.reshape(batch, length, num_heads, width // num_heads).transpose(1, 2)


# %% length-compared-with-heads
# The length was compared with num_heads: it is D, the last axis, that must be divisible.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if length % num_heads or width % num_heads:
        raise ValueError
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)


# %% list-of-heads
# A list of heads came back: put them into one tensor with torch.stack(heads, dim=1).
def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError
    return list(x.chunk(num_heads, -1))


# %% gradient-cut
# The numbers are right, but no gradient flows back: leave out detach, no_grad, numpy and torch.tensor.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.detach().reshape(batch, length, num_heads, width // num_heads).transpose(1, 2)


# %% split-in-float32
# The dtype changed on the way: sorting numbers into heads needs no conversion.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    return x.float().reshape(batch, length, num_heads, width // num_heads).transpose(1, 2)


# %% merge-by-reshape
# Tokens and heads got mixed in the merge: swap axes 1 and 2 back first, then reshape.
def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.reshape(batch, length, heads * depth)


# %% merge-interleaved
# The heads' columns were shuffled like cards: head 0's columns come first, then head 1's.
def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.permute(0, 2, 3, 1).reshape(batch, length, heads * depth)


# %% merge-by-view
# `.view` refuses a tensor after a transpose: use `.reshape`, or `.contiguous()` before it.
def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.transpose(1, 2).view(batch, length, heads * depth)


# %% heads-averaged
# The heads were averaged: put their columns side by side, (B, L, H * d).
def merge_heads(x):
    return x.mean(1)


# %% heads-not-merged
# The heads still have an axis of their own: put their columns side by side, (B, L, H * d).
def merge_heads(x):
    return x.transpose(1, 2)


# %% heads-stacked-as-tokens
# The heads were put one below the other, as if they were more tokens: put their columns side by side.
def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.reshape(batch, heads * length, depth)


# %% merge-in-reverse
# The heads came back in reverse order: head 0's columns come first.
def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.flip(1).transpose(1, 2).reshape(batch, length, heads * depth)


# %% merge-gradient-cut
# The merge lets no gradient through: leave out detach, no_grad, numpy and torch.tensor.
def merge_heads(x):
    batch, heads, length, depth = x.shape
    return x.detach().transpose(1, 2).reshape(batch, length, heads * depth)


# %% right: chunk-and-cat
# Slices stacked, and concatenated again.
def split_heads(x, num_heads):
    if x.shape[-1] % num_heads != 0:
        raise ValueError("heads")
    return torch.stack(x.chunk(num_heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(x.unbind(1), dim=-1)


# %% right: unflatten
# unflatten and flatten, permute.
def split_heads(x, num_heads):
    if x.size(2) % num_heads > 0:
        raise ValueError(num_heads)
    return x.unflatten(-1, (num_heads, -1)).permute(0, 2, 1, 3)


def merge_heads(x):
    return x.swapaxes(1, 2).flatten(start_dim=2)


# %% right: contiguous-view
# view in place of reshape.
def split_heads(x, num_heads):
    batch, length, width = x.size()
    depth, rest = divmod(width, num_heads)
    if rest:
        raise ValueError("rest")
    return x.contiguous().view(batch, length, num_heads, depth).transpose(1, 2).contiguous()


def merge_heads(x):
    return x.transpose(1, 2).contiguous().view(x.shape[0], x.shape[2], -1)


# %% right: einsum
# einsum as a transpose.
def split_heads(x, num_heads):
    depth = x.shape[-1] // num_heads
    if depth * num_heads != x.shape[-1]:
        raise ValueError
    return torch.einsum("blhd->bhld", x.reshape(*x.shape[:2], num_heads, depth))


def merge_heads(x):
    return torch.einsum("bhld->blhd", x).reshape(len(x), x.shape[2], x.shape[1] * x.shape[3])


# %% right: loops
# Head by head into a new tensor.
def split_heads(x, num_heads):
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError
    depth = width // num_heads
    heads = x.new_empty(batch, num_heads, length, depth)
    for h in range(num_heads):
        heads[:, h] = x[:, :, h * depth : (h + 1) * depth]
    return heads


def merge_heads(x):
    return torch.cat([x[:, h] for h in range(x.shape[1])], -1)
