public import Signals

/// A recording's counts as its epochs were recorded: gathered from batches, in any order.
public struct CountEpochs: Hashable, Sendable {
    /// The recorder whose kind of counts these are.
    public let scale: CountScale
    /// The length of an epoch, in seconds.
    public let epochSeconds: Int
    /// Starts of the epochs, in nanoseconds since 1970.
    public private(set) var starts: [Int64] = []
    /// The count of each epoch; NaN where it is missing.
    public private(set) var counts: [Double] = []
    /// Starts of epochs in which the recorder itself says that it was not worn.
    public private(set) var notWorn: Set<Int64> = []
    private let axis: Int

    /// The state that Condor's recorders and software give an epoch without the recorder on the wrist.
    public static let condorNotWorn: Float = 4

    /// No epochs yet, of a counts channel with the given axes.
    /// - Returns: nil when no rule is known for any of the axes, or the epochs have no length.
    public init?(axes: [String], epochSeconds: Int) {
        guard epochSeconds > 0, let scale = CountScale(axes: axes), let axis = axes.firstIndex(of: scale.axis) else {
            return nil
        }
        self.scale = scale
        self.epochSeconds = epochSeconds
        self.axis = axis
    }

    /// No epochs yet, of one scale.
    /// - Parameters:
    ///   - scale: the kind of counts.
    ///   - epochSeconds: the length of an epoch, above 0.
    public init(scale: CountScale, epochSeconds: Int) {
        precondition(epochSeconds > 0, "an epoch has a length")
        (self.scale, self.epochSeconds, axis) = (scale, epochSeconds, 0)
    }

    /// Takes a batch of counts or of the recorder's own states; batches of other channels change nothing.
    public mutating func receive(_ batch: SampleBatch) {
        if batch.channel == .counts, axis < batch.axes {
            for index in 0..<batch.count {
                append(
                    start: batch.times.instant(at: index), count: Double(batch.values[index * batch.axes + axis]))
            }
        } else if batch.channel == .vendorState, scale.nonWear == .recorder {
            for index in 0..<batch.count where batch.values[index * batch.axes] == Self.condorNotWorn {
                notWorn.insert(batch.times.instant(at: index).nanoseconds)
            }
        }
    }

    /// Adds one epoch; epochs outside the years 1824 ... 2116 are ignored.
    public mutating func append(start: Instant, count: Double, isWorn: Bool = true) {
        guard start.nanoseconds.magnitude < 1 << 62 else { return }
        starts.append(start.nanoseconds)
        counts.append(count)
        if !isWorn { notWorn.insert(start.nanoseconds) }
    }
}
