/// One step of a frame's program: plain numbers only, so that reading one costs no reference counting.
struct FrameOperation: BitwiseCopyable, Sendable {
    /// What an operation reads.
    enum Code: UInt8, BitwiseCopyable, Sendable {
        case integer, float, sfloat, medicalFloat, bits, skip, text, derived, joined, calendar, loop
    }

    /// What becomes of a raw number, (raw + offset) * numerator / denominator.
    enum Kernel: UInt8, BitwiseCopyable, Sendable {
        /// Reads nothing.
        case identity
        /// A multiplication by a power of two, or by a whole number, that loses nothing.
        case multiply
        /// A whole number below 2^24 divided by one: rounded once.
        case divide
        /// Doubles: exact below 2^53, rounded once to a float.
        case double
    }

    /// What a value means besides a measurement.
    enum Mark: UInt8, BitwiseCopyable, Sendable { case none, sequence, counter, deviceTime, sampleTime }

    /// How often an operation is repeated.
    enum Repeat: UInt8, BitwiseCopyable, Sendable { case once, times, slot, rest }

    var code = Code.skip
    var kernel = Kernel.identity
    var mark = Mark.none
    var repetition = Repeat.once
    /// Bytes of a number; bits of a bit field; bytes that are passed over.
    var width = 0
    var isSigned = false
    var isBigEndian = false
    /// Whether there is anything to do with a value but to hand it on, so that a run cannot be decoded as a whole.
    var isChecked = false
    var hasRange = false
    /// The slot whose masked value decides whether it is done; -1 for always.
    var conditionSlot = -1
    var conditionMask: UInt64 = 0
    var conditionValue: UInt64 = 0
    /// The slot that keeps the raw value; -1 for none.
    var slot = -1
    /// The slot that a derived value is computed from; -1 for none.
    var sourceSlot = -1
    var mask: UInt64 = 0
    var shift = 0
    /// The column that the values go to; -1 for none.
    var column = -1
    /// Values of one sample.
    var axes = 1
    /// For ``Repeat/times`` how often; for ``Repeat/slot`` which slot says it.
    var times = 1
    /// The least number of bits that one round takes.
    var minimumBits = 0
    /// How many operations after this one it repeats.
    var body = 0
    var offset: Int64 = 0
    var numerator = 1.0
    var denominator = 1.0
    /// Where the fixed values lie in ``FrameDecoder/constants`` and how many they are.
    var expected = 0
    var expectedCount = 0
    var invalid = 0
    var invalidCount = 0
    var lower: Float = 0
    var upper: Float = 0
    /// Where the field's name lies in ``FrameDecoder/names``.
    var name = 0
    var unitNanoseconds: Int64 = 1
    /// The slot that holds the power by which values are multiplied; -1 for none.
    var exponentSlot = -1
    /// Whether that is a power of ten, not of two.
    var isDecimal = false
    /// Where the pieces of a joined value or the parts of a time lie in ``FrameDecoder/constants``, and how many.
    var pieces = 0
    var pieceCount = 0
    /// Where the name lies in ``FrameDecoder/names`` under which values are kept; -1 for none.
    var keptName = -1
}
