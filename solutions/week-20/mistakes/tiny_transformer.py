"""Wrong answers to week-20/tiny_transformer, which the graders must catch and name."""


# %% padding-attended
# The characters look at the padding too: give the encoder src_key_padding_mask=(ids == 0).
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        x = self.encoder(self.embedding(ids) + self.positions(places))
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% padding-pooled
# The mean runs over the padding too: leave it out of the sum and of the count.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        mean = x.mean(1)
        return self.head(mean).squeeze(-1)


# %% padding-counted
# The sum leaves padding out, but it is divided by the whole length: divide by the number of characters.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / ids.shape[1]
        return self.head(mean).squeeze(-1)


# %% padding-attended-and-pooled
# Padding counts everywhere, so that the logit changes with every 0: hide it from the encoder and from the mean.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        places = torch.arange(ids.shape[1])
        x = self.encoder(self.embedding(ids) + self.positions(places))
        mean = x.mean(1)
        return self.head(mean).squeeze(-1)


# %% max-for-mean
# The largest number of each column was pooled; the task asks for the mean over the characters.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        mean = x.masked_fill(padding.unsqueeze(-1), -1e9).amax(1) * (~padding).any(1, keepdim=True)
        return self.head(mean).squeeze(-1)


# %% sum-for-mean
# The vectors were added up and not divided: the mean is the sum by the number of characters.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1)
        return self.head(mean).squeeze(-1)


# %% first-place-pooled
# Only the vector at the first place was used; the task asks for the mean over the characters.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        mean = x[:, 0] * (~padding).any(1, keepdim=True)
        return self.head(mean).squeeze(-1)


# %% last-place-pooled
# Only the vector at the last place was used; the task asks for the mean over the characters.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        mean = x[:, -1] * (~padding).any(1, keepdim=True)
        return self.head(mean).squeeze(-1)


# %% mask-inverted
# In src_key_padding_mask True means "hidden": you hid the characters and showed the padding. Pass ids == 0.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = ~padding
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% float-mask
# A mask of 0.0 and 1.0 is added to the scores, where 1 hides nothing: pass truth values, ids == 0.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden.float())
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% nan-times-zero
# Under no_grad a row of padding only comes out of the encoder as NaN, and NaN * 0 is NaN: use masked_fill(padding,
# 0).
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=padding)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = (x * ~padding.unsqueeze(-1)).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% no-characters-divide-by-zero
# A row of padding only has 0 characters, and 0 / 0 is NaN: clamp the count to at least 1.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% nan-covered-up
# The NaN of a row of padding only was replaced in the logit, but it is still in the gradients: keep the division
# from 0.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1).nan_to_num()


# %% padding-only-rows-pooled-whole
# In a row of padding only the padding is pooled, so that its logit depends on L: pool nothing there.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        padding = padding & ~padding.all(1, keepdim=True)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% padding-only-rows-not-hidden
# In a row of padding only everything was shown and pooled, so that its logit depends on L: pool nothing there.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding = padding & ~padding.all(1, keepdim=True)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% trailing-padding-only
# Only the zeros behind the text count as padding: every id 0 is padding, also in front and in the middle.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        places = torch.arange(ids.shape[1])
        last = torch.where(ids != 0, places + 1, 0).amax(1, keepdim=True)
        padding = places >= last
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% length-counted
# The number of ids above 0 was taken for the length, as if all padding stood behind: make the mask from ids == 0.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        places = torch.arange(ids.shape[1])
        padding = places >= (ids != 0).sum(1, keepdim=True)
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% text-ends-at-the-first-zero
# The text was cut at its first 0: every id 0 is padding, and what stands behind it still counts.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = (ids != 0).long().cumprod(1) == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% positions-missing
# The stamps of the places are missing, and without them the order is lost: add positions(torch.arange(L)).
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% positions-off-by-one
# The places start at 1; the first character stands at place 0.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1]) + 1
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% positions-skip-padding
# The characters were numbered without the padding; a place is the index in the row, padding counted.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = ((ids != 0).cumsum(1) - 1).clamp(min=0)
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% positions-of-the-batch
# The stamps follow the text's number in the batch: a place is the index along L.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[0]).clamp(max=self.positions.num_embeddings - 1).unsqueeze(1)
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% width-factor
# The embedding was multiplied by the root of the width: here it is used as it is.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        stamped = self.embedding(ids) * self.embedding.embedding_dim**0.5 + self.positions(places)
        x = self.encoder(stamped, src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% batch-and-sequence-swapped
# The encoder was given (L, B, width), and so attends over the batch: it is batch_first, give it (B, L, width).
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        stamped = self.embedding(ids) + self.positions(places)
        x = self.encoder(stamped.transpose(0, 1), src_key_padding_mask=hidden.T).transpose(0, 1)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% logits-with-two-axes
# The logits have the shape (B, 1): take the last axis away with squeeze(-1).
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean)


# %% squeezed-away
# squeeze() without an axis also takes a batch of one away: squeeze(-1).
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze()


# %% probabilities-for-logits
# The result went through a sigmoid: the task asks for logits, and the loss does the rest.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1).sigmoid()


# %% dropout-in-eval
# Dropout is still on in eval mode: F.dropout needs training=self.training, and here the encoder does it all.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        stamped = nn.functional.dropout(self.embedding(ids) + self.positions(places), self.encoder.dropout.p)
        x = self.encoder(stamped, src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% dropout-never-on
# Dropout does nothing in train mode: leave the encoder in the mode of the model.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        self.encoder.eval()
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% causal-mask
# Each character sees only those before it; in this encoder everything looks at everything, with no causal mask.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        stamped = self.embedding(ids) + self.positions(places)
        ahead = torch.ones(ids.shape[1], ids.shape[1]).triu(1) > 0
        hidden = ahead | padding.unsqueeze(1)
        hidden = hidden & ~torch.eye(ids.shape[1], dtype=torch.bool)
        x = self.encoder(stamped, src_mask=hidden.repeat_interleave(self.encoder.self_attn.num_heads, 0))
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% id-too-large-raises-index-error
# An id outside the vocabulary raises IndexError from inside torch: look at the ids first, and raise ValueError.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% wrong-input-raises-index-error
# Wrong ids and long texts raise IndexError from inside torch: look at the ids first, and raise ValueError.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% text-too-long-raises-index-error
# A text that is too long raises IndexError from inside torch: compare L with `length` first, and raise ValueError.
def refuse(self, ids):
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% negative-id-missed
# An id below 0 raises IndexError from inside torch: ids go from 0 to vocab - 1, look at both ends.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings or ids.max() >= self.embedding.num_embeddings:
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% text-too-long-cut
# A text that is too long was cut and accepted: raise ValueError.
def refuse(self, ids):
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        ids = ids[:, : self.positions.num_embeddings]
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% limits-one-too-small
# The last id of the vocabulary or a text of just `length` ids was refused: compare with > and >= at the right
# places.
def refuse(self, ids):
    if ids.shape[1] >= self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings - 1).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% wrong-ids-clamped
# An id outside the vocabulary was quietly replaced by another: raise ValueError.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        ids = ids.clamp(0, self.embedding.num_embeddings - 1)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = x.masked_fill(padding.unsqueeze(-1), 0).sum(1) / count
        return self.head(mean).squeeze(-1)


# %% float32-inside
# A model of doubles does its pooling in float32: make no float32 on the way.
def refuse(self, ids):
    if ids.shape[1] > self.positions.num_embeddings:
        raise ValueError
    if (ids < 0).any() or (ids >= self.embedding.num_embeddings).any():
        raise ValueError


class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        refuse(self, ids)
        padding = ids == 0
        places = torch.arange(ids.shape[1])
        hidden = padding.clone()
        hidden[:, 0] &= ~padding.all(1)
        x = self.encoder(self.embedding(ids) + self.positions(places), src_key_padding_mask=hidden)
        count = (~padding).sum(1, keepdim=True).clamp(min=1)
        mean = (x.masked_fill(padding.unsqueeze(-1), 0).float().sum(1) / count).to(x.dtype)
        return self.head(mean).squeeze(-1)
