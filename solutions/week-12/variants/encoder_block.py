"""Right answers to week-12/encoder_block that differ from the reference: full marks, always."""


# %% by-hand
# Attention written out, scale on the queries first, view and contiguous.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype != torch.bool:
            raise ValueError("boolean, please")
        batch, length, width = x.shape
        depth = width // self.num_heads
        q = self.query(x).view(batch, length, self.num_heads, depth).transpose(1, 2) / depth**0.5
        k = self.key(x).view(batch, length, self.num_heads, depth).transpose(1, 2)
        v = self.value(x).view(batch, length, self.num_heads, depth).transpose(1, 2)
        scores = torch.matmul(q, k.transpose(-2, -1))
        if mask is not None:
            scores = scores.masked_fill(~mask, float("-inf"))
        weights = torch.softmax(scores, -1).nan_to_num(0.0)
        mixed = (weights @ v).transpose(1, 2).contiguous().view(batch, length, width)
        x = self.norm_attention(x + self.dropout(self.output(mixed)))
        return self.norm_feed_forward(x + self.dropout(self.feed_forward(x)))


# %% loop-over-heads
# One head after the other, concatenated.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        depth = x.shape[-1] // self.num_heads
        queries, keys, values = self.query(x), self.key(x), self.value(x)
        heads = []
        for h in range(self.num_heads):
            part = slice(h * depth, (h + 1) * depth)
            scores = queries[..., part] @ keys[..., part].mT / depth**0.5
            if mask is not None:
                seen = mask.expand(x.shape[0], self.num_heads, x.shape[1], x.shape[1])[:, h]
                scores = scores.masked_fill(~seen, torch.finfo(scores.dtype).min)
            weights = scores.softmax(-1)
            if mask is not None:
                weights = weights * seen
            heads.append(weights @ values[..., part])
        return torch.cat(heads, -1)


# %% fused-projection
# One product for query, key and value together; the unused name of the output layer called functionally.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and not mask.dtype == torch.bool:
            raise ValueError
        layers = (self.query, self.key, self.value)
        weight = torch.cat([layer.weight for layer in layers])
        bias = torch.cat([layer.bias for layer in layers])
        parts = F.linear(x, weight, bias).reshape(*x.shape[:2], 3, self.num_heads, -1).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(*parts, attn_mask=mask)
        mixed = mixed.permute(0, 2, 1, 3).reshape(x.shape)
        added = F.dropout(F.linear(mixed, self.output.weight, self.output.bias), self.dropout.p, self.training)
        y = F.layer_norm(x + added, x.shape[-1:], self.norm_attention.weight, self.norm_attention.bias)
        added = F.dropout(self.feed_forward(y), self.dropout.p, training=self.training)
        return F.layer_norm(y + added, x.shape[-1:], self.norm_feed_forward.weight, self.norm_feed_forward.bias)


# %% einsum
# Products by einsum with the head axis named.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (
            layer(x).reshape(*x.shape[:2], self.num_heads, -1) for layer in (self.query, self.key, self.value)
        )
        scores = torch.einsum("bqhd,bkhd->bhqk", queries, keys) / queries.shape[-1] ** 0.5
        if mask is None:
            mask = torch.ones_like(scores, dtype=torch.bool)
        some = mask.any(-1, keepdim=True)
        weights = torch.where(mask | ~some, scores, -torch.inf).softmax(-1)
        weights = torch.where(some, weights, torch.zeros_like(weights))
        return torch.einsum("bhqk,bkhd->bqhd", weights, values).reshape(x.shape)


# %% heads-in-the-batch
# Heads folded into the batch axis, bmm, float64 inside the softmax.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        batch, length, _ = x.shape
        shape = (batch, self.num_heads, length, length)
        queries, keys, values = (
            self.split(layer(x)).reshape(batch * self.num_heads, length, -1)
            for layer in (self.query, self.key, self.value)
        )
        scores = torch.bmm(queries, keys.transpose(1, 2)).double() / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask.expand(shape).reshape(scores.shape), -1e9)
        weights = scores.softmax(-1).to(x.dtype)
        if mask is not None:
            weights = weights * mask.any(-1, keepdim=True).expand(*shape[:3], 1).reshape(-1, length, 1)
        return torch.bmm(weights, values).reshape(batch, self.num_heads, length, -1).permute(0, 2, 1, 3).flatten(2)


# %% torch-multi-head
# Torch's own multi-head function with the weights put together; empty rows opened first and closed again.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        layers = (self.query, self.key, self.value)
        batch, length, width = x.shape
        shape = (batch, self.num_heads, length, length)
        seen = torch.ones(shape, dtype=torch.bool) if mask is None else mask.expand(shape)
        some = seen.any(-1, keepdim=True)
        mixed, _ = F.multi_head_attention_forward(
            *[x.transpose(0, 1)] * 3,
            width,
            self.num_heads,
            torch.cat([layer.weight for layer in layers]),
            torch.cat([layer.bias for layer in layers]),
            None,
            None,
            False,
            0.0,
            torch.eye(width, dtype=x.dtype),
            None,
            need_weights=False,
            attn_mask=~(seen | ~some).reshape(-1, length, length),
        )
        heads = mixed.transpose(0, 1).unflatten(-1, (self.num_heads, -1))
        return (heads * some.transpose(1, 2)).flatten(-2)


# %% another-construction
# The layers made in another order, with an extra buffer and a wrapped part that the weights do not know.
class EncoderBlock(nn.Module):
    def __init__(self, width, num_heads, hidden, dropout=0.0):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        self.norm_feed_forward = nn.LayerNorm(width)
        self.norm_attention = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, width))
        self.output, self.value, self.key, self.query = (nn.Linear(width, width) for _ in range(4))
        self.register_buffer("scale", torch.tensor((width // num_heads) ** -0.5, dtype=torch.float64))
        self.heads = num_heads

    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError(mask.dtype)
        q, k, v = (torch.stack(part(x).chunk(self.heads, -1), 1) for part in (self.query, self.key, self.value))
        scores = q @ k.mT * self.scale.to(x.dtype)
        if mask is not None:
            scores = torch.where(mask, scores, torch.finfo(x.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        heads = weights @ v
        x = self.norm_attention(self.dropout(self.output(torch.cat(heads.unbind(1), -1))) + x)
        return self.norm_feed_forward(self.dropout(self.feed_forward(x)) + x)
