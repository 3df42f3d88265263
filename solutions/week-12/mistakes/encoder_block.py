"""Wrong answers to week-12/encoder_block, which the graders must catch and name."""


# %% residual-missing-around-attention
# What attention gives replaces x: it must be added to x, norm_attention(x + ...).
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% residual-missing-around-feed-forward
# What feed_forward gives replaces its input: it must be added, norm_feed_forward(y + ...).
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(self.dropout(self.feed_forward(y)))


# %% residuals-missing
# Nothing is added: each sub-layer's result must be added to what it was given, before the norm.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(self.dropout(self.feed_forward(y)))


# %% residual-around-the-norm
# The residual goes around the norm, x + norm(...): add first and normalise the sum, norm(x + ...).
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = x + self.norm_attention(self.dropout(self.output(self.attend(x, mask))))
        return y + self.norm_feed_forward(self.dropout(self.feed_forward(y)))


# %% pre-norm
# This is pre-norm, x + sub-layer(norm(x)); the task wants post-norm, norm(x + sub-layer(x)).
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = x + self.dropout(self.output(self.attend(self.norm_attention(x), mask)))
        return y + self.dropout(self.feed_forward(self.norm_feed_forward(y)))


# %% residual-of-the-normalised
# The residual carries normalised numbers and nothing is normalised after adding: norm(x + sub-layer(x)).
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        n = self.norm_attention(x)
        y = n + self.dropout(self.output(self.attend(n, mask)))
        n = self.norm_feed_forward(y)
        return n + self.dropout(self.feed_forward(n))


# %% norms-swapped
# The two norms are swapped: norm_attention follows attention, norm_feed_forward follows feed_forward.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_feed_forward(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_attention(y + self.dropout(self.feed_forward(y)))


# %% one-norm-used-twice
# The same norm was used twice: norm_feed_forward follows feed_forward.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_attention(y + self.dropout(self.feed_forward(y)))


# %% last-norm-missing
# Nothing is normalised at the end: norm_feed_forward goes around the second sum.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return y + self.dropout(self.feed_forward(y))


# %% first-norm-missing
# The first sum is not normalised: norm_attention goes around it.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = x + self.dropout(self.output(self.attend(x, mask)))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% feed-forward-reads-x
# feed_forward read the block's input: it works on y, what came out of the first norm.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(x)))


# %% feed-forward-added-to-x
# The second residual adds the block's input: add y, what came out of the first norm.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(x + self.dropout(self.feed_forward(y)))


# %% feed-forward-missing
# The feed-forward sub-layer takes no part: y + feed_forward(y), then the second norm.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y)


# %% dropout-on-in-eval
# Dropout is still on in eval mode: use self.dropout(...), or pass training=self.training.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + F.dropout(self.output(self.attend(x, mask)), self.dropout.p))
        return self.norm_feed_forward(y + F.dropout(self.feed_forward(y), self.dropout.p))


# %% dropout-missing
# Nothing is dropped in train mode: put self.dropout(...) around what each sub-layer gives.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.output(self.attend(x, mask)))
        return self.norm_feed_forward(y + self.feed_forward(y))


# %% dropout-on-attention-only
# Dropout acts on attention only: put self.dropout(...) around what feed_forward gives, too.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.feed_forward(y))


# %% dropout-on-feed-forward-only
# Dropout acts on feed_forward only: put self.dropout(...) around what `output` gives, too.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.output(self.attend(x, mask)))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% dropout-on-the-sum
# Dropout acts on the sum, so that the residual is lost in places: drop what is added, before adding it.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(self.dropout(x + self.output(self.attend(x, mask))))
        return self.norm_feed_forward(self.dropout(y + self.feed_forward(y)))


# %% dropout-after-the-norm
# Dropout acts after the norm: drop what is added, before adding it.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.dropout(self.norm_attention(x + self.output(self.attend(x, mask))))
        return self.dropout(self.norm_feed_forward(y + self.feed_forward(y)))


# %% dropout-before-output
# Dropout acts on the heads' mixture, before `output`: it acts on what the sub-layer gives, after `output`.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.output(self.dropout(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% output-layer-missing
# The heads' mixture was added as it is: send it through self.output first.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.attend(x, mask)))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% mask-ignored
# The mask changes nothing in your block: hand it on to attention.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, None))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% mask-inverted
# The mask is used the wrong way round: True means "may look", also in F.scaled_dot_product_attention.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        mask = None if mask is None else ~mask
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% mask-transposed
# The mask was transposed: its rows are queries and its columns keys already, use it as it comes.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        mask = None if mask is None else mask.mT
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% mask-of-the-first-text
# The first text's mask was used for all texts: let (B, 1, L, L) broadcast as it comes.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        mask = mask[:1] if mask is not None and mask.dim() == 4 else mask
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% mask-with-one-more-axis
# The mask got an axis more before it was used: it broadcasts to (B, H, L, L) as it comes.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        mask = None if mask is None else mask.unsqueeze(1)
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% mask-not-refused
# A mask of numbers was accepted: raise ValueError unless mask.dtype is torch.bool.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        mask = None if mask is None else mask.bool()
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% number-mask-added
# A mask of numbers was handed on to torch, which adds it to the scores: raise ValueError unless it is boolean.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% batch-and-length-swapped
# Attention runs over the batch: one text changes another. The length is axis 1, x is (B, L, width).
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        x = x.transpose(0, 1)
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask))))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y))).transpose(0, 1)


# %% input-overwritten
# The caller's x was changed (+= writes into it): write x = x + ...
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        with torch.no_grad():
            x += self.output(self.attend(x, mask))
        y = self.norm_attention(x)
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% gradient-cut
# No gradient flows back through attention: leave out detach and no_grad.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        y = self.norm_attention(x + self.dropout(self.output(self.attend(x, mask)).detach()))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% empty-row-without-the-bias
# A query that may look at nothing mixes to 0 BEFORE `output`, which still adds its bias: yours is 0 after it.
class EncoderBlock(EncoderBlock):
    def forward(self, x, mask=None):
        if mask is not None and mask.dtype is not torch.bool:
            raise ValueError
        added = self.output(self.attend(x, mask))
        if mask is not None:
            some = mask.any(-1, keepdim=True)
            some = some if mask.dim() == 2 else some[:, 0]
            added = added * some
        y = self.norm_attention(x + self.dropout(added))
        return self.norm_feed_forward(y + self.dropout(self.feed_forward(y)))


# %% empty-row-nan
# A query that may look at nothing came back as NaN (0 / 0): it mixes to 0.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        weights = scores.softmax(-1)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% empty-row-uniform
# A query that may look at nothing came back with the mean of all values: it mixes to 0.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% empty-row-nan-gradient
# A row of only -inf gives NaN gradients, which nan_to_num cannot undo: fill with torch.finfo(scores.dtype).min and
# set the row to 0 afterwards.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores + torch.zeros_like(scores).masked_fill(~mask, -torch.inf)
        weights = scores.softmax(-1)
        weights = weights.nan_to_num(0.0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% mask-added-as-numbers
# The mask was added as 0 and 1, which only nudges the scores: hidden scores must become -inf before softmax.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores + mask.to(scores.dtype)
        weights = scores.softmax(-1)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% mask-after-softmax
# Weights were hidden after softmax, and the rest no longer adds up to 1: hide the scores before softmax.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% query-and-key-swapped
# The layers `query` and `key` are swapped.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.key, self.query, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% query-mixed-in-place-of-value
# What is mixed must come from the layer `value`; yours comes from `query`.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.query))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% key-and-value-swapped
# The layers `key` and `value` are swapped: keys are compared, values are mixed.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.value, self.key))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% key-is-query
# Keys must come from the layer `key`; yours come from `query`.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.query, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% one-head
# One look-up runs over the whole width: split it into num_heads slices, and let each look for itself.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (layer(x)[:, None] for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% heads-split-by-reshape
# A reshape to (B, H, L, width / H) mixes tokens: split the last axis first, then swap axes 1 and 2.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (
            layer(x).reshape(x.shape[0], self.num_heads, x.shape[1], -1) for layer in (self.query, self.key, self.value)
        )
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% heads-merged-by-reshape
# A reshape of (B, H, L, d) to (B, L, width) mixes tokens: swap axes 1 and 2 back first.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).reshape(x.shape)


# %% heads-interleaved
# Head h took every H-th column: it takes the h-th slice of neighbouring columns.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (
            layer(x).unflatten(-1, (-1, self.num_heads)).permute(0, 3, 1, 2)
            for layer in (self.query, self.key, self.value)
        )
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).permute(0, 2, 3, 1).flatten(-2)


# %% scale-missing
# The scores were not divided: divide by the root of one head's depth.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% scale-by-d-k
# The scores were divided by the head's depth: divide by its root.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1]
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% scale-by-root-of-model-width
# You divided by the root of the block's width: one head compares width / num_heads numbers, so divide by the root of
# that.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / x.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% scale-in-float32
# The scale was rounded to float32 (torch.tensor makes float32), so float64 scores lost accuracy: use math.sqrt.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / torch.sqrt(torch.tensor(queries.shape[-1]))
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% softmax-over-queries
# Softmax ran over the queries: each query's weights must add up to 1 over the keys, the last axis.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-2)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (weights @ values).transpose(1, 2).flatten(-2)


# %% dropout-on-weights-too
# Dropout acts on the attention weights as well: here it acts on what each sub-layer gives, nowhere else.
class EncoderBlock(EncoderBlock):
    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0)
        return (self.dropout(weights) @ values).transpose(1, 2).flatten(-2)


# %% layers-in-a-plain-list
# PyTorch does not see layers in a plain list or dict, so they are not trained or saved: keep each as an attribute, as
# in the starter.
class EncoderBlock(EncoderBlock):
    def __init__(self, width, num_heads, hidden, dropout=0.0):
        super().__init__(width, num_heads, hidden, dropout)
        self.projections = [self.query, self.key, self.value]
        del self.query, self.key, self.value

    def attend(self, x, mask):
        queries, keys, values = (self.split(layer(x)) for layer in self.projections)
        return F.scaled_dot_product_attention(queries, keys, values, mask).transpose(1, 2).flatten(-2)
