"""Known answers to week-20/tiny_transformer: wrong ones, which the graders must catch and name, and right ones."""


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
# A float64 model pools in float32 and loses accuracy: keep the dtype of what the encoder gives.
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


# %% right: masked-fill-after-the-fast-path
# The encoder may give NaN in rows of padding only; where() leaves them out, and so does the mean.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        L = ids.shape[1]
        if self.positions.weight.shape[0] < L or int(ids.min()) < 0 or int(ids.max()) >= self.embedding.weight.shape[0]:
            raise ValueError("wrong ids")
        keep = ids.ne(0)
        x = self.embedding(ids) + self.positions.weight[:L]
        x = self.encoder(x, src_key_padding_mask=~keep)
        x = torch.where(keep[:, :, None], x, torch.zeros_like(x))
        mean = x.sum(dim=1) / torch.clamp(keep.sum(dim=1), min=1)[:, None]
        return self.head(mean)[:, 0]


# %% right: one-text-at-a-time
# Each text goes through the encoder without its padding; one of padding only gives the head's bias.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        if ids.size(1) > self.positions.num_embeddings:
            raise ValueError("too long")
        if not all(0 <= i < self.embedding.num_embeddings for row in ids.tolist() for i in row):
            raise ValueError("id")
        return torch.cat([self.one(row) for row in ids])

    def one(self, row):
        places = row.nonzero().squeeze(1)
        if len(places) == 0:
            return self.head.bias * 1
        stamped = self.embedding(row[places]) + self.positions(places)
        return self.head(self.encoder(stamped.unsqueeze(0)).mean(1)).flatten()


# %% right: attention-by-hand
# The encoder layer's own weights, wired by hand, with a large negative number for what is hidden.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        if ids.shape[1] > self.positions.num_embeddings:
            raise ValueError
        if ids.lt(0).any() or ids.ge(self.embedding.num_embeddings).any():
            raise ValueError
        layer, keep = self.encoder, ids != 0
        x = self.embedding(ids) + self.positions(torch.arange(ids.shape[1]))[None]
        x = layer.norm1(x + layer.dropout1(self.attend(x, keep)))
        inner = layer.linear2(layer.dropout(torch.relu(layer.linear1(x))))
        x = layer.norm2(x + layer.dropout2(inner))
        weights = keep.to(x.dtype) / keep.sum(1, keepdim=True).clamp(min=1)
        return self.head(torch.einsum("bl,bld->bd", weights, x)).squeeze(1)

    def attend(self, x, keep):
        attention = self.encoder.self_attn
        B, L, D = x.shape
        H = attention.num_heads
        projected = nn.functional.linear(x, attention.in_proj_weight, attention.in_proj_bias)
        q, k, v = (part.view(B, L, H, D // H).transpose(1, 2) for part in projected.chunk(3, dim=-1))
        scores = (q * (D // H) ** -0.5) @ k.transpose(-2, -1)
        scores = scores.masked_fill(~keep[:, None, None, :], torch.finfo(scores.dtype).min)
        mixed = torch.softmax(scores, -1) @ v
        return attention.out_proj(mixed.transpose(1, 2).reshape(B, L, D))


# %% right: additive-mask
# A float mask of 0 and -inf; rows of padding only are taken out before the encoder and put back after.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        if ids.shape[1] > self.positions.num_embeddings:
            raise ValueError
        if ids.min() < 0 or ids.max() > self.embedding.num_embeddings - 1:
            raise ValueError
        some = (ids != 0).any(1)
        pooled = self.embedding.weight.new_zeros(len(ids), self.embedding.embedding_dim)
        if some.any():
            pooled[some] = self.pool(ids[some])
        return self.head(pooled).squeeze(-1)

    def pool(self, ids):
        x = self.embedding(ids) + self.positions(torch.arange(ids.shape[1])).expand(len(ids), -1, -1)
        mask = torch.zeros(ids.shape, dtype=x.dtype).masked_fill(ids == 0, float("-inf"))
        x = self.encoder(x, src_key_padding_mask=mask)
        keep = (ids != 0).unsqueeze(-1).to(x.dtype)
        return (x * keep).sum(1) / keep.sum(1)


# %% right: mask-for-each-head
# A (B * H, L, L) source mask in place of a padding mask; a character always sees itself.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        if ids.shape[1] > self.positions.num_embeddings:
            raise ValueError
        if not ((ids >= 0) & (ids < self.embedding.num_embeddings)).all():
            raise ValueError
        L, keep = ids.shape[1], ids != 0
        hidden = ~keep.unsqueeze(1).expand(-1, L, -1) & ~torch.eye(L, dtype=torch.bool)
        places = torch.arange(L).expand_as(ids)
        x = self.embedding(ids) + self.positions(places)
        x = self.encoder(x, src_mask=hidden.repeat_interleave(self.encoder.self_attn.num_heads, 0))
        total = (x * keep.unsqueeze(-1)).sum(1)
        return self.head(total / keep.sum(1).clamp_min(1).unsqueeze(1)).reshape(-1)


# %% right: index-error-translated
# Wrong ids are left to torch, and its IndexError is translated; NaN is replaced after the encoder.
class TinyTransformer(TinyTransformer):
    def forward(self, ids):
        try:
            x = self.embedding(ids) + self.positions(torch.arange(ids.shape[1]))
        except IndexError as error:
            raise ValueError("wrong ids") from error
        hidden = ids == 0
        x = torch.nan_to_num(self.encoder(x, src_key_padding_mask=hidden))
        keep = (~hidden).unsqueeze(-1)
        mean = (x * keep).sum(1) / keep.sum(1).clamp(min=1)
        return (mean @ self.head.weight.T + self.head.bias).squeeze(-1)


# %% right: padding-index
# Learners may give the embedding a padding_idx, and write defaults of their own into __init__.
class TinyTransformer(nn.Module):
    def __init__(self, vocab=127, width=24, num_heads=4, hidden=48, length=32, dropout=0.1):
        super().__init__()
        self.vocab, self.length = vocab, length
        self.embedding = nn.Embedding(vocab, width, padding_idx=0)
        self.positions = nn.Embedding(length, width)
        self.encoder = nn.TransformerEncoderLayer(
            d_model=width, nhead=num_heads, dim_feedforward=hidden, dropout=dropout, batch_first=True
        )
        self.head = nn.Linear(width, 1)
        self.register_buffer("places", torch.arange(length))

    def forward(self, ids):
        if ids.shape[-1] > self.length or bool(((ids < 0) | (ids >= self.vocab)).any()):
            raise ValueError
        keep = ids != 0
        empty = ~keep.any(dim=1, keepdim=True)
        x = self.embedding(ids) + self.positions(self.places[: ids.shape[1]])
        x = self.encoder(x, src_key_padding_mask=~(keep | empty))
        x = x.masked_fill(~keep.unsqueeze(2), 0.0)
        return self.head(x.sum(1) / keep.sum(1, keepdim=True).clamp(min=1.0)).squeeze(-1)
