"""Known answers to week-12/positions: wrong ones, which the graders must catch and name, and right ones."""


# %% rate-doubled
# The column number was doubled again, so sine and cosine of a pair have different rates: columns 2i and 2i+1 share
# pos / 10000^(2i/width).
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    angles = positions / 10000.0 ** (2 * columns / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% rate-doubled-in-pairs
# The exponent is twice as large as it should be: for columns 2 and 3 it is 2/width, not 4/width.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (2 * pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% rate-halved
# The exponent is half as large as it should be: for columns 2 and 3 it is 2/width, not 1/width.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / 2 / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% a-rate-for-each-column
# The cosine has an angle of its own: columns 2i and 2i+1 share one, pos / 10000^(2i/width).
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    angles = positions / 10000.0 ** (columns / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% sine-and-cosine-swapped
# Sine and cosine are swapped: even columns hold the sine, odd columns the cosine (row 0 is 0, 1, 0, 1, ...).
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.cos(), angles.sin()).float()


# %% sines-only
# Every column holds a sine: odd columns hold the cosine of the same angle.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return angles.sin().float()


# %% halves-side-by-side
# All sines stand first and all cosines after them: they take turns, sine in column 2i and cosine in column 2i+1.
def sinusoidal_positions(length, width):
    angles = torch.arange(length)[:, None] / 10000.0 ** (torch.arange(0, width, 2) / width)
    return torch.cat([angles.sin(), angles[:, : width // 2].cos()], 1)


# %% row-offset-by-one
# The rows start at position 1: row 0 is position 0, that is 0, 1, 0, 1, ...
def sinusoidal_positions(length, width):
    positions = torch.arange(1, length + 1, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% base-wrong
# The base of the rates is 10000 (four zeros).
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 1000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% rate-upside-down
# The positions were multiplied by 10000^(2i/width), so the waves get faster: divide by it.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions * 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% width-less-two
# The exponent was divided by width - 2, as some libraries do: here it is 2i / width.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / max(width - 2, 1))
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% length-for-width
# The exponent was divided by the length of the text: it is 2i / width, the same for every length.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / length)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% positions-scaled-to-one
# The positions were divided by the length: a position's stamp does not depend on how long the text is.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None] / length
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% degrees
# The angles were taken for degrees: sin and cos of torch want them as they are.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    angles = angles.deg2rad()
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% table-transposed
# Rows and columns are swapped: (length, width), a row for each position.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float().T


# %% table-with-a-batch-axis
# The table has an axis more in front: asked for is (length, width).
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()[None]


# %% float64-table
# The table is float64 (NumPy and Python numbers do that): add .float() at the end.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos())


# %% odd-width-fails
# An odd width ended in an error: it has one cosine less, angles[:, : width // 2].cos().
def sinusoidal_positions(length, width):
    angles = torch.arange(length)[:, None] / 10000.0 ** (torch.arange(0, width, 2) / width)
    table = torch.zeros(length, width)
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()
    return table


# %% odd-width-refused
# An odd width was refused: it ends on a sine, and its last cosine is left out.
def sinusoidal_positions(length, width):
    if width % 2:
        raise ValueError(width)
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% odd-width-cut
# An odd width came back one column short: it ends on a sine.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / width)
    table = torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()
    return table[:, : width // 2 * 2]


# %% odd-width-padded
# The last column of an odd width holds zeros: it is a sine like the other even columns.
def sinusoidal_positions(length, width):
    angles = torch.arange(length)[:, None] / 10000.0 ** (torch.arange(0, width, 2) / width)
    table = torch.zeros(length, width)
    table[:, 0 : width // 2 * 2 : 2] = angles[:, : width // 2].sin()
    table[:, 1::2] = angles[:, : width // 2].cos()
    return table


# %% odd-width-rounded-up
# For an odd width the rates were those of the next even width: divide by the width itself.
def sinusoidal_positions(length, width):
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width, dtype=torch.float64)
    pairs = columns - columns % 2
    angles = positions / 10000.0 ** (pairs / (width + width % 2))
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()


# %% concatenated
# The stamps were put beside the vectors: they are added, and the width stays D.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return torch.cat([x, table.to(x).expand_as(x)], -1)


# %% replaced
# The stamps came back without the vectors: add them to x.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return table.to(x).expand_as(x)


# %% multiplied
# The vectors were multiplied by the stamps: add the stamps.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x * table.to(x)


# %% x-scaled-first
# x was multiplied by √D before the stamps were added, as the paper does with embeddings: here x is added as it is.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x * x.shape[-1] ** 0.5 + table.to(x)


# %% first-row-for-all
# Every token got the stamp of position 0: token l gets row l.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x + table[0].to(x)


# %% stamped-by-batch
# Rows went to the texts of the batch: row l belongs to token l, axis 1 of x.
def add_positions(x):
    table = sinusoidal_positions(x.shape[0], x.shape[2])
    return x + table[:, None].to(x)


# %% stamped-backwards
# The stamps were added from the end: token 0 gets row 0.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x + table.flip(0).to(x)


# %% first-text-only
# Only the first text was stamped: every text of the batch gets the same rows.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return torch.cat([x[:1] + table.to(x), x[1:]])


# %% dtype-changed
# A float16 x came back as float32, since the table is float32: use table.to(x) before adding.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x + table.to(x.device)


# %% table-left-on-the-cpu
# The table stayed on the CPU while x was on another device: use table.to(x) before adding.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x + table.to(x.dtype)


# %% input-overwritten
# The caller's x was changed (+= writes into it): write x = x + ...
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    with torch.no_grad():
        x += table.to(x)
    return x.clone()


# %% gradient-cut
# No gradient flows back to x: leave out detach, no_grad, numpy and torch.tensor.
def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x.detach() + table.to(x)


# %% right: slices-in-float32
# The usual form with a logarithm, all of it in float32.
def sinusoidal_positions(length, width):
    import math

    positions = torch.arange(length).unsqueeze(1)
    rates = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
    table = torch.zeros(length, width)
    table[:, 0::2] = torch.sin(positions * rates)
    table[:, 1::2] = torch.cos(positions * rates[: width // 2])
    return table


def add_positions(x):
    batch, length, width = x.shape
    return x + sinusoidal_positions(length, width).unsqueeze(0).expand(batch, -1, -1).to(x.device, x.dtype)


# %% right: loops
# Number by number with math.
def sinusoidal_positions(length, width):
    import math

    rows = []
    for position in range(length):
        row = []
        for column in range(width):
            angle = position / 10000 ** (2 * (column // 2) / width)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        rows.append(row)
    return torch.tensor(rows, dtype=torch.float32)


def add_positions(x):
    table = sinusoidal_positions(x.shape[1], x.shape[2]).type_as(x)
    return torch.stack([text + table for text in x])


# %% right: numpy-style
# NumPy's table, float32 at the end.
def sinusoidal_positions(length, width):
    import numpy as np

    angles = np.arange(length)[:, None] / np.power(10000, 2 * (np.arange(width)[None, :] // 2) / width)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return torch.from_numpy(angles).float()


def add_positions(x):
    return torch.add(x, sinusoidal_positions(*x.shape[1:]).to(dtype=x.dtype, device=x.device))


# %% right: stacked-pairs
# Sine and cosine stacked and flattened, the spare column cut off.
def sinusoidal_positions(length, width):
    pairs = (width + 1) // 2
    rates = 10000 ** (-2 * torch.arange(pairs) / width)
    angles = torch.outer(torch.arange(length, dtype=torch.float32), rates)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[:, :width]


def add_positions(x):
    return (x.double() + sinusoidal_positions(x.size(1), x.size(2)).double().to(x.device)).to(x.dtype)


# %% right: phase-shift
# A cosine is a sine a quarter turn later; an exact table for float64.
def sinusoidal_positions(length, width):
    return exact(length, width).to(torch.float32)


def exact(length, width):
    columns = torch.arange(width, dtype=torch.float64)
    angles = torch.arange(length, dtype=torch.float64).view(-1, 1) * 1e4 ** -((columns // 2) * 2 / width)
    return torch.sin(angles + columns % 2 * torch.pi / 2)


def add_positions(x):
    return x + exact(x.shape[-2], x.shape[-1]).to(x)


# %% right: complex
# Sine and cosine as the parts of a complex number.
def sinusoidal_positions(length, width):
    angles = torch.arange(length)[:, None] / torch.pow(10000.0, torch.arange(0, width, 2, dtype=torch.float64) / width)
    turned = torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(turned)[..., [1, 0]].reshape(length, -1)[:, :width].float()
