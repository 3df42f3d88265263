"""Right answers to week-12/positions that differ from the reference: full marks, always."""


# %% slices-in-float32
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


# %% loops
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


# %% numpy-style
# NumPy's table, float32 at the end.
def sinusoidal_positions(length, width):
    import numpy as np

    angles = np.arange(length)[:, None] / np.power(10000, 2 * (np.arange(width)[None, :] // 2) / width)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return torch.from_numpy(angles).float()


def add_positions(x):
    return torch.add(x, sinusoidal_positions(*x.shape[1:]).to(dtype=x.dtype, device=x.device))


# %% stacked-pairs
# Sine and cosine stacked and flattened, the spare column cut off.
def sinusoidal_positions(length, width):
    pairs = (width + 1) // 2
    rates = 10000 ** (-2 * torch.arange(pairs) / width)
    angles = torch.outer(torch.arange(length, dtype=torch.float32), rates)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[:, :width]


def add_positions(x):
    return (x.double() + sinusoidal_positions(x.size(1), x.size(2)).double().to(x.device)).to(x.dtype)


# %% phase-shift
# A cosine is a sine a quarter turn later; an exact table for float64.
def sinusoidal_positions(length, width):
    return exact(length, width).to(torch.float32)


def exact(length, width):
    columns = torch.arange(width, dtype=torch.float64)
    angles = torch.arange(length, dtype=torch.float64).view(-1, 1) * 1e4 ** -((columns // 2) * 2 / width)
    return torch.sin(angles + columns % 2 * torch.pi / 2)


def add_positions(x):
    return x + exact(x.shape[-2], x.shape[-1]).to(x)


# %% complex
# Sine and cosine as the parts of a complex number.
def sinusoidal_positions(length, width):
    angles = torch.arange(length)[:, None] / torch.pow(10000.0, torch.arange(0, width, 2, dtype=torch.float64) / width)
    turned = torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(turned)[..., [1, 0]].reshape(length, -1)[:, :width].float()
