"""The kinds of assumption that a verdict may rest on; `docs/assumptions.md` is made from this table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hybridize_analyzer.report import AssumptionKind
from hybridize_analyzer.workspace.errors import InputError, closest


@dataclass(frozen=True, slots=True)
class Page:
    """What is taken for granted, what would happen where it is wrong, and what speaks for accepting it."""

    assumed: str
    otherwise: str
    accept_when: str


PAGES = {
    AssumptionKind.TYPE_HINT: Page(
        "A parameter that no visible call supplies is what its type hint says.",
        "Python values instead of tensors: one more trace for every value, and tensors as results of Python arithmetic.",
        "a type checker runs over the project and its users",
    ),
    AssumptionKind.SHAPE_SPECIFICATION: Page(
        "A parameter that no visible call supplies is the tensor that a `@check_shapes` decorator describes.",
        "As for type hints.",
        "the checks are on in tests: they fail for everything else",
    ),
    AssumptionKind.DOCSTRING: Page(
        "A parameter that no visible call supplies is the tensor that the docstring describes.",
        "As for type hints.",
        "docstrings are reviewed like code",
    ),
    AssumptionKind.KERAS_CONVENTION: Page(
        "Keras passes tensors to `call`, `train_step`, `test_step`, `predict_step` and `update_state`.",
        "As for type hints.",
        "these methods are called by Keras only, or as Keras does it",
    ),
    AssumptionKind.TENSOR_USE: Page(
        "A parameter that no visible call supplies is a tensor, because a tensor operation receives it.",
        "Operations take Python numbers and lists too: one trace for every value, and every list is taken apart.",
        "functions are given tensors throughout the project",
    ),
    AssumptionKind.OPAQUE_ARGUMENT: Page(
        "What reaches a parameter cannot be seen, is something that `tf.function` can take, and no tensor where Python "
        "unpacks it, runs over it or counts by it.",
        "An argument that cannot be hashed, or cannot be referred to weakly, raises a `TypeError` or a `ValueError`; "
        "a `TensorSpec` raises a `ValueError`, or the function sees a tensor instead. The graph of an object that is gone "
        "with its variables raises an `AssertionError` for the next one that is equal to it.",
        "parameters without a type hint are given tensors, numbers, strings and objects that live long",
    ),
    AssumptionKind.UNSEEN_CODE: Page(
        "Code that cannot be seen, and that is given tensors for its result, computes as TensorFlow's operations do, and "
        "makes its result anew, so that its caller may change a dict or list among that; and what is named as a metric, or "
        "as a method of variables or metrics, is one.",
        "Code that prints, counts, keeps tensors, makes variables, needs values or reads Python state that changes behaves "
        "otherwise in a graph. Where it gives back a dict of its arguments, tracing raises a `ValueError` as soon as that "
        "is changed.",
        "such calls are models, kernels, layers, losses and other functions of tensors",
    ),
    AssumptionKind.UNSEEN_VALUE: Page(
        "A value that cannot be seen, and that a function reads, tests, or asks an object or a package for, stays what it "
        "is; a number of turns is not zero; what a test of a tensor and of a bool of Python leads to fails for no bool. "
        "Whether an argument is a NumPy array, or the tensor that a graph makes of it, "
        "leads to the same result where a function asks.",
        "A graph keeps the first value, and the branch that it led to; a tensor that a condition tests needs AutoGraph. "
        "What prints, counts or draws when it is asked does so while tracing. `isinstance(x, np.ndarray)` does not hold in "
        "a graph: it takes the branch for tensors.",
        "such values are options of objects and constants of libraries, set once",
    ),
    AssumptionKind.UNSEEN_RESULT: Page(
        "Where it cannot be seen what a function returns, it returns tensors.",
        "Python and NumPy values come back as tensors. So do a `TensorArray` and the random variables of TensorFlow "
        "Probability, without the members that they had. Other objects raise a `TypeError`.",
        "functions of tensors return tensors",
    ),
    AssumptionKind.WIDENED_RESULT: Page(
        "Nobody needs the Python value or variable that all visible calls drop, the number that a function returns in "
        "place of a tensor in some runs, or of a variable that it returns beside tensors more than the value at that time.",
        "`range`, dictionary keys, `json.dumps` and `isinstance` tell a number from a tensor of equal value; a variable can "
        "be assigned, and changes with the next step.",
        "such numbers are starting values of sums over loops that run, and such variables count steps",
    ),
    AssumptionKind.SETTLED_STATE: Page(
        "Python state that only tests, setters, helpers of `__init__` and functions that nothing in the project calls "
        "change is set before the function is first called; unseen code that is given an array or a container afterwards, "
        "or a method of something unseen, leaves what it holds as it is; and variables that are handed on live as long as "
        "it is called.",
        "A graph keeps the value of its first call: a later change has no effect. A graph inside a graph keeps the first "
        "variables that it got for its gradients, and fails once they are gone.",
        "configuration and parts of objects are set up first, and not replaced while they are used",
    ),
    AssumptionKind.PASSING_ATTRIBUTE: Page(
        "An attribute that the project reads only where the same call has set it before passes a value on, as a local "
        "variable does: nobody else reads it, by a computed name, in a copy of the object or from outside the project.",
        "In a graph it is left with a symbolic tensor of the last trace, or with what was there then. Whoever uses such a "
        "tensor afterwards gets an error.",
        "such attributes are shared by the methods of a class, and no part of what it offers to others",
    ),
    AssumptionKind.BRANCH_RANKS: Page(
        "The branches of `tf.cond`, `tf.case`, `tf.switch_case` or of an `if` on a tensor give tensors with the same number "
        "of axes, where the analysis does not know how many.",
        "A graph knows no rank: Keras layers, losses and operations on images raise a `ValueError`, as does `len(x.shape)`.",
        "the branches are ways to change an image, or another value of one shape",
    ),
    AssumptionKind.UNPACKED_TUPLE: Page(
        "Where Python unpacks into some variables what may be a tuple of that many, or of a number that is not seen, or a "
        "tensor, as an option or the class of an object says, it is the tuple.",
        "A graph cannot unpack a tensor, and raises an `OperatorNotAllowedInGraphError` when it is traced.",
        "what gives a tensor in some configurations is unpacked in the others only",
    ),
    AssumptionKind.NESTED_ARRAY: Page(
        "NumPy arrays inside a list or dict among the arguments may become tensors.",
        "The function would see tensors where it saw arrays: NumPy methods of them are missing.",
        "such arrays only go to tensor operations",
    ),
    AssumptionKind.ARRAY_DTYPE: Page(
        "A NumPy array has the dtype of the tensors that it meets. Its own is not known, and they are of float64 or of an "
        "unknown dtype themselves, or theirs alone is not.",
        "A float64 array that met float32 tensors was converted before; as a tensor it raises an error.",
        "arrays are made with the dtype of the model",
    ),
    AssumptionKind.UNSEEN_CALLERS: Page(
        "No call of the function is visible, and its callers pass what its signature suggests, and expect no error of it.",
        "A caller that passes something else sees other results or more traces, and one that expects an error another type.",
        "the function is public and the analysis does not see its users, or nobody calls it yet",
    ),
    AssumptionKind.OUTSIDE_CALLERS: Page(
        "The project is a library; callers outside it, or that cannot be seen, pass the same kinds of arguments as those "
        "inside, and expect no error.",
        "A caller that passes something else sees other results or more traces, and one that expects an error another type.",
        "nobody imports the project, or its tests call the functions as users do",
    ),
    AssumptionKind.HANDED_OVER: Page(
        "Code that cannot be seen is handed the function, and calls it with the same kinds of arguments.",
        "Such a caller may call it with numbers, expect errors of it, call it from a thread, compare it, inspect its "
        "signature, or need plain Python results.",
        "functions are handed to libraries that call them with tensors",
    ),
    AssumptionKind.RARE_DEFINITION: Page(
        "The function that encloses this one runs rarely.",
        "Every run of it makes a new function, and so a new graph: a trace for every run.",
        "nested functions are made by builders and factories, and not in loops",
    ),
    AssumptionKind.SHALLOW_RECURSION: Page(
        "A function that calls itself does so a few dozen levels deep at most.",
        "Tracing needs more of Python's stack than a call, and ends with `RecursionError` where a call does not.",
        "it walks trees, or counts down from a small number",
    ),
    AssumptionKind.ERROR_TYPES: Page(
        "Where exceptions are handled, or the program goes on in another way, nothing depends on the type and text of "
        "errors, and on what the function did besides.",
        "An operation that fails raises another type of error when a graph is traced or run, with another text and other "
        "attributes, and no error at all where its result is not used. An exception that the program raises itself comes "
        "out of a graph with a longer text, or as a `StagingError`. Some errors are of one side alone: `tf.gradients` "
        "raises eagerly, and an index that does not fit in a branch that is not taken raises where that is traced. "
        "What the function does besides has then happened to another extent: in a graph a variable is assigned though a "
        "check (`tf.debugging.assert_positive(x)`) fails that stands before it.",
        "handlers around tensor code only report and give up",
    ),
    AssumptionKind.ZERO_GRADIENTS: Page(
        "A gradient of zero does what no gradient does, for weights that a branch on a tensor leaves out, or that only "
        "those results of a call use of which no gradient is taken.",
        "Eagerly such a gradient is None. A graph has both branches and all results, and gives zero, with which optimizers "
        "that have momentum or weight decay, Adam among them, move a weight all the same.",
        "every step uses all weights that it trains, or the optimizer is plain gradient descent",
    ),
    AssumptionKind.VANISHING_PROBABILITIES: Page(
        "No probability whose logarithm is taken comes near zero.",
        "A graph computes `tf.math.log(tf.nn.softmax(x))` as one operation, which gives a large negative number where the "
        "softmax is too small for its dtype; eagerly the logarithm is minus infinity there. The crossentropies of Keras "
        "compute with the logits of a sigmoid or softmax where they find them, and with probabilities that are cut off at "
        "1e-7 where not: Keras hangs them on eager tensors, of which the arguments and results of a graph keep nothing, "
        "and finds those of `tf.nn.softmax` in graphs only. A loss of 75 may become 16, or the other way round. Where "
        "it finds them, the `binary_crossentropy` of Keras 2 takes labels of their shape only: labels `[n]` and "
        "`tf.sigmoid(x)` of `[n, 1]` compute eagerly, and raise in a graph.",
        "the logits differ by less than 15 or so, or such losses are mistakes anyway",
    ),
    AssumptionKind.FLOAT_LIMITS: Page(
        "No number comes so near to the limits of floats that a rewritten graph gives another result.",
        "A graph computes `exp(x) - 1` and `log(x + 1)` as one operation, which is exact for small `x`: a logarithm or a "
        "quotient of it is then finite where it is infinite eagerly. It takes `argmax` and `max` before a monotonic "
        "function, which makes numbers equal (`tf.argmax(tf.nn.relu(x))`) or no numbers (`tf.reduce_max(tf.sqrt(x))`), "
        "leaves out sums with zero, and with them the sign of zero, takes `x ** 0.5` for a root, puts constants together, "
        "and multiplies by the reciprocal of a constant, so that a quotient on an edge (`x / 0.1 > 3.0`) may come out on "
        "its other side. Powers, inverses, roots and sums it computes in other ways, whose last bit a cast to integers or "
        "`==` may notice. It takes the opposite of a comparison that is negated (`~(x < y)`), which differs for NaN. Of "
        "`tf.pow(x, 3.0) - x * x * x` nothing is left but rounding, and that is another one in a graph. Where a program "
        "sets `auto_mixed_precision` among the options of TensorFlow's optimizer, graphs compute in 16 bits what eager code "
        "does not; layers that compute in 16 bits anyway round them otherwise in graphs.",
        "data stay clear of zero, of saturation and of edges, or such results are mistakes anyway",
    ),
    AssumptionKind.FUNCTIONAL_CALLS: Page(
        "The function runs inside a functional operation, and how often TensorFlow calls it does not matter.",
        "`tf.while_loop` and the like call it once per step eagerly, and once in all as a graph.",
        "such functions have no effect but their result",
    ),
    AssumptionKind.BUILT_LAYER: Page(
        "A Keras layer or optimizer has been called or built before the function is first called, or by its first trace.",
        "Variables that a later trace makes raise a `ValueError`; a `build` that computes comes out otherwise in a graph. "
        "An optimizer whose first step stands in a branch on a tensor has variables once that is traced, taken or not.",
        "models are built, or called once, right after they are made",
    ),
    AssumptionKind.RANDOM_NUMBERS: Page(
        "The exact random numbers do not matter, nor do the exact times that `tf.timestamp()` reads.",
        "A graph draws other numbers than eager execution from the same global seed. It reads the clock at every call, but "
        "other operations may come before or after that.",
        "no test and no result depends on particular numbers",
    ),
    AssumptionKind.SUMMARY_WRITER: Page(
        "Where `tf.summary` makes records, the writer around the first call, what `record_if` says and the scopes of names "
        "are the same at every call.",
        "A graph keeps the writer that was there when it was traced, or that there was none: records go to another "
        "folder, or nowhere. Scopes of one name are told apart in a graph by a number, which the names of "
        "records then have.",
        "a program makes its writers at its start, and trains and evaluates in functions of their own",
    ),
    AssumptionKind.BOTH_MODES: Page(
        "Where code asks `tf.executing_eagerly()`, its branch for graphs does what the one for eager execution does.",
        "A graph takes the other branch: what only the one for eager execution prints, checks or changes is missing.",
        "such branches are two ways to the same result, as with static and dynamic shapes",
    ),
    AssumptionKind.TENSOR_RESULT: Page(
        "Nobody relies on getting a tensor from a function whose `tf.function` is removed.",
        "Without the graph the result is a Python value, which has no `.numpy()` and no shape.",
        "results go to tensor operations, which take both",
    ),
    AssumptionKind.FEW_OPERATIONS: Page(
        "The operations that a function executes are too few to gain from the graph that is removed.",
        "It runs slower, by the cost of dispatching its operations.",
        "functions without tensor parameters are not called often",
    ),
    AssumptionKind.OBSERVED_RUN: Page(
        "What recorded runs have shown of a function (docs/profile.md) holds for its other calls, too.",
        "As for type hints, or for what the run speaks against: a function that executed no operation, or made variables.",
        "the recorded runs are like those that count; `--observed` accepts what they bear out, of whatever kind",
    ),
}

KINDS = tuple(kind.value for kind in AssumptionKind)


def check_kinds(kinds: Iterable[str], where: str) -> None:
    """Raises InputError where one of `kinds` is not the name of a kind of assumption.  where: who named it."""
    for kind in kinds:
        if kind not in KINDS:
            hint = closest(kind, KINDS) or ""
            raise InputError(
                f"{where}: no kind of assumption is called `{kind}`{hint}; known: {', '.join(KINDS)}"
            )
