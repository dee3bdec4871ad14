"""torch.autograd.Function as libraries, papers and tutorials write it."""

import torch
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):  # right
        (result,) = ctx.saved_tensors
        return grad_output * result


class ExpWrong(Function):
    @staticmethod
    def forward(ctx, i):
        ctx.save_for_backward(i)
        return i.exp()

    @staticmethod
    def backward(ctx, grad_output):  # wrong: chain factor
        (i,) = ctx.saved_tensors
        return grad_output * i


class LinearFunction(Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight, bias)
        return input.mm(weight.t()) + bias

    @staticmethod
    def backward(ctx, grad_output):  # right
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias


class LinearWrong(Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight, bias)
        return input.mm(weight.t()) + bias

    @staticmethod
    def backward(ctx, grad_output):  # wrong
        input, weight, bias = ctx.saved_tensors
        return grad_output.mm(weight), grad_output.t().mm(input), grad_output.mean(0)


class Legendre(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return 0.5 * (5 * input**3 - 3 * input)

    @staticmethod
    def backward(ctx, grad_output):  # right
        (input,) = ctx.saved_tensors
        return grad_output * 1.5 * (5 * input**2 - 1)


class LegendreWrong(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return 0.5 * (5 * input**3 - 3 * input)

    @staticmethod
    def backward(ctx, grad_output):  # wrong
        (input,) = ctx.saved_tensors
        return grad_output * 1.5 * (5 * input**2 + 1)


class MulConstant(Function):
    @staticmethod
    def forward(ctx, tensor, constant):
        ctx.constant = constant
        return tensor * constant

    @staticmethod
    def backward(ctx, grad_output):  # right
        return grad_output * ctx.constant, None


class MulConstantForgotten(Function):
    @staticmethod
    def forward(ctx, tensor, constant):
        ctx.constant = constant
        return tensor * constant

    @staticmethod
    def backward(ctx, grad_output):  # wrong: factor
        return grad_output, None


class TwoResults(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, torch.sin(x)

    @staticmethod
    def backward(ctx, grad_product, grad_sine):  # right
        x, y = ctx.saved_tensors
        return grad_product * y + grad_sine * torch.cos(x), grad_product * x


class TwoResultsWrong(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, torch.sin(x)

    @staticmethod
    def backward(ctx, grad_product, grad_sine):  # wrong
        x, y = ctx.saved_tensors
        return grad_product * y, grad_product * x


class Cumulative(Function):
    @staticmethod
    def forward(ctx, x, dim):
        ctx.dim = dim
        return torch.cumsum(x, dim)

    @staticmethod
    def backward(ctx, g):  # right
        return g.flip(ctx.dim).cumsum(ctx.dim).flip(ctx.dim), None


class CumulativeWrong(Function):
    @staticmethod
    def forward(ctx, x, dim):
        ctx.dim = dim
        return torch.cumsum(x, dim)

    @staticmethod
    def backward(ctx, g):  # wrong
        return g.cumsum(ctx.dim), None


class Inverse(Function):
    @staticmethod
    def forward(ctx, A):
        out = torch.linalg.inv(A)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, g):  # right
        (inv,) = ctx.saved_tensors
        return -inv.mT @ g @ inv.mT


class InverseWrong(Function):
    @staticmethod
    def forward(ctx, A):
        out = torch.linalg.inv(A)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, g):  # undecided
        (inv,) = ctx.saved_tensors
        return -inv @ g @ inv


class NewStyle(Function):
    @staticmethod
    def forward(x, power):
        return x**power

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, power = inputs
        ctx.save_for_backward(x)
        ctx.power = power

    @staticmethod
    def backward(ctx, g):  # right
        (x,) = ctx.saved_tensors
        return g * ctx.power * x ** (ctx.power - 1), None


class RoundSTE(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, g):  # surrogate
        return g


class ReverseLayer(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):  # surrogate
        return grad_output.neg() * ctx.alpha, None


class LimitGradient(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):  # surrogate
        return g.clamp(-0.6, 0.6)


class Spike(Function):
    @staticmethod
    def forward(ctx, v):
        ctx.save_for_backward(v)
        return (v > 0).to(v.dtype)

    @staticmethod
    def backward(ctx, g):  # surrogate
        (v,) = ctx.saved_tensors
        return g / (1 + 10 * v.abs()) ** 2


class Threshold(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clamp(min=0.1)

    @staticmethod
    def backward(ctx, g):  # surrogate
        return g


class Quantize(Function):
    """Rounds to a grid; the gradient passes as if nothing had happened."""

    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return torch.round(x / scale) * scale

    @staticmethod
    def backward(ctx, g):  # surrogate
        return g, None


class MyReLU(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):  # right
        (input,) = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input


class MyReLUWrong(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):  # wrong
        return grad_output


class Swish(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):  # right
        x = ctx.saved_tensors[0]
        s = torch.sigmoid(x)
        return grad_output * (s * (1 + x * (1 - s)))


class SwishWrong(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):  # wrong: the upstream
        x = ctx.saved_tensors[0]
        s = torch.sigmoid(x)
        return s * (1 + x * (1 - s))


class SafeSqrt(Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.sqrt(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):  # right
        (y,) = ctx.saved_tensors
        return g / (2 * y)


class Gather(Function):
    @staticmethod
    def forward(ctx, x, index):
        ctx.save_for_backward(index)
        ctx.shape = x.shape
        return x[index]

    @staticmethod
    def backward(ctx, g):  # right
        (index,) = ctx.saved_tensors
        return torch.zeros(ctx.shape, dtype=g.dtype).index_add(0, index, g), None


class TooFew(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):  # raises
        a, b = ctx.saved_tensors
        return g * b


class MeanOverBatch(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.n = x.shape[0]
        return x.mean(0)

    @staticmethod
    def backward(ctx, g):  # right
        return (g / ctx.n).expand(ctx.n, *g.shape)


class MeanOverBatchWrong(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.n = x.shape[0]
        return x.mean(0)

    @staticmethod
    def backward(ctx, g):  # wrong: factor
        return g.expand(ctx.n, *g.shape)


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, g):  # right
        return g, g


class Noise(Function):
    @staticmethod
    def forward(ctx, mean, std):
        eps = torch.randn_like(mean)
        ctx.save_for_backward(eps, std)
        return mean + std * eps

    @staticmethod
    def backward(ctx, g):  # undecided
        eps, std = ctx.saved_tensors
        return g, g * (eps**2 - 1)


def sigmoid(x):
    return 1 / (1 + torch.exp(-x))


def sigmoid_prime(x):  # right
    return sigmoid(x) * (1 - sigmoid(x))


def bumped(x):
    return torch.exp(-(x**2))


def bumped_prime(x):  # wrong: sign error
    return 2 * x * torch.exp(-(x**2))


class MovingAverageLog(Function):
    @staticmethod
    def forward(ctx, input, average):
        ctx.save_for_backward(average)
        return input.log()

    @staticmethod
    def backward(ctx, g):  # surrogate
        (average,) = ctx.saved_tensors
        return g / average, None


class QuadraticDiagonal(Function):
    """The diagonal of B' A B for a symmetric A."""

    @staticmethod
    def forward(ctx, matrix, rhs):
        product = matrix @ rhs
        ctx.save_for_backward(rhs, product)
        return (rhs * product).sum(dim=-2)

    @staticmethod
    def backward(ctx, g):  # right
        rhs, product = ctx.saved_tensors
        return rhs @ (g.unsqueeze(-1) * rhs.mT), 2.0 * product * g.unsqueeze(-2)
