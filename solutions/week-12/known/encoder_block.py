"""Known answers to week-12/encoder_block: wrong ones, which the graders must catch and name, and right ones."""


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
# The layers `query` and `key` are swapped: a query looks, and keys are what it is compared with.
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


# %% right: by-hand
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


# %% right: loop-over-heads
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


# %% right: fused-projection
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


# %% right: einsum
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


# %% right: heads-in-the-batch
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


# %% right: torch-multi-head
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


# %% right: another-construction
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
