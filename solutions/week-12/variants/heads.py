"""Right answers to week-12/heads that differ from the reference: full marks, always."""


# %% chunk-and-cat
# Slices stacked, and concatenated again.
def split_heads(x, num_heads):
    if x.shape[-1] % num_heads != 0:
        raise ValueError("heads")
    return torch.stack(x.chunk(num_heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(x.unbind(1), dim=-1)


# %% unflatten
# unflatten and flatten, permute.
def split_heads(x, num_heads):
    if x.size(2) % num_heads > 0:
        raise ValueError(num_heads)
    return x.unflatten(-1, (num_heads, -1)).permute(0, 2, 1, 3)


def merge_heads(x):
    return x.swapaxes(1, 2).flatten(start_dim=2)


# %% contiguous-view
# view in place of reshape.
def split_heads(x, num_heads):
    batch, length, width = x.size()
    depth, rest = divmod(width, num_heads)
    if rest:
        raise ValueError("rest")
    return x.contiguous().view(batch, length, num_heads, depth).transpose(1, 2).contiguous()


def merge_heads(x):
    return x.transpose(1, 2).contiguous().view(x.shape[0], x.shape[2], -1)


# %% einsum
# einsum as a transpose.
def split_heads(x, num_heads):
    depth = x.shape[-1] // num_heads
    if depth * num_heads != x.shape[-1]:
        raise ValueError
    return torch.einsum("blhd->bhld", x.reshape(*x.shape[:2], num_heads, depth))


def merge_heads(x):
    return torch.einsum("bhld->blhd", x).reshape(len(x), x.shape[2], x.shape[1] * x.shape[3])


# %% loops
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
