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
    /// When the recorder's own software says that a rest began, in nanoseconds since 1970.
    public private(set) var restStarts: [Int64] = []
    /// How much the recorder's temperature varied.
    private(set) var temperature = TemperatureSpread()
    private let axis: Int
    /// The axis of the recorder's own states that tells rest, and the values that do.
    private var restAxis: Int?
    private var wasResting: Bool?

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

    /// The values that tell rest: of Condor's states sleep and rest; of Actiware's intervals rest and sleep within rest.
    private static let rest: Set<Float> = [1, 2]

    /// Says what the axes of the recorder's own states are, from which the beginnings of rest are taken.
    public mutating func readStates(axes: [String]) {
        restAxis = axes.firstIndex(of: "interval") ?? (scale.nonWear == .recorder ? axes.firstIndex(of: "state") : nil)
    }

    /// Takes a batch of counts, of the recorder's own states or of its temperature; batches of other channels change nothing.
    public mutating func receive(_ batch: SampleBatch) {
        if batch.channel == .counts, axis < batch.axes {
            for index in 0..<batch.count {
                append(
                    start: batch.times.instant(at: index), count: Double(batch.values[index * batch.axes + axis]))
            }
        } else if batch.channel == .vendorState {
            receiveStates(batch)
        } else if batch.channel == Self.offWrist, batch.axes > 0 {
            for index in 0..<batch.count where batch.values[index * batch.axes] == 1 {
                notWorn.insert(batch.times.instant(at: index).nanoseconds)
            }
        } else if batch.channel == .temperature, batch.axes > 0 {
            for index in 0..<batch.count {
                temperature.add(Double(batch.values[index * batch.axes]), at: batch.times.instant(at: index))
            }
        }
    }

    /// Actiware's own word for an epoch off the wrist.
    private static let offWrist = Channel(rawValue: "off_wrist")

    private mutating func receiveStates(_ batch: SampleBatch) {
        for index in 0..<batch.count where batch.axes > 0 {
            let time = batch.times.instant(at: index).nanoseconds
            if scale.nonWear == .recorder, batch.values[index * batch.axes] == Self.condorNotWorn {
                notWorn.insert(time)
            }
            guard let restAxis, restAxis < batch.axes else { continue }
            let isResting = Self.rest.contains(batch.values[index * batch.axes + restAxis])
            if isResting, wasResting == false { restStarts.append(time) }
            wasResting = isResting
        }
    }

    /// Adds the epochs of another recording of the same scale and length that start in one of `ranges`.
    public mutating func add(_ other: CountEpochs, within ranges: [Range<Instant>]) {
        guard other.scale == scale, other.epochSeconds == epochSeconds else { return }
        for (start, count) in zip(other.starts, other.counts)
        where ranges.contains(where: { $0.contains(Instant(nanoseconds: start)) }) {
            append(start: Instant(nanoseconds: start), count: count, isWorn: !other.notWorn.contains(start))
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
