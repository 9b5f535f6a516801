package import Signals
import Synchronization

/// The samples of an export as they were recorded: which streams there are, and a way to go through them as often as a
/// format needs, so that those of weeks never lie in memory together.
package final class RawSignals: Sendable {
    /// One stream.
    package struct Stream: Hashable, Sendable {
        /// What is measured.
        package var channel: Channel
        /// The unit; nil where every unit of the channel is meant.
        package var unit: SignalUnit?
        /// Values per sample; nil where any number is meant.
        package var axes: Int?

        /// Memberwise; what is not given stands for any.
        package init(_ channel: Channel, unit: SignalUnit? = nil, axes: Int? = nil) {
            (self.channel, self.unit, self.axes) = (channel, unit, axes)
        }

        /// Whether a batch is of this stream.
        func holds(_ batch: SampleBatch) -> Bool {
            channel == batch.channel && (unit ?? batch.unit) == batch.unit && (axes ?? batch.axes) == batch.axes
        }
    }

    /// Takes the next batch.
    package typealias BatchConsumer = (_ batch: SampleBatch) throws -> Void

    private struct State {
        var counts: [Channel: Int]?
        var survey: RawSurvey?
    }

    /// What there may be, in the order in which it is written.
    package let streams: [Stream]
    private let read: @Sendable (_ take: BatchConsumer) throws -> Void
    private let isUnchanged: @Sendable () throws -> Bool
    private let state = Mutex(State())

    /// Samples that are read when they are gone through.
    /// - Parameters:
    ///   - streams: what there may be.
    ///   - read: hands over every batch, those of one stream in the order of time; each time the same.
    ///   - isUnchanged: whether all were there until now; asked after the last batch.
    package init(
        _ streams: [Stream], read: @escaping @Sendable (_ take: BatchConsumer) throws -> Void,
        isUnchanged: @escaping @Sendable () throws -> Bool = { true }
    ) {
        (self.streams, self.read, self.isUnchanged) = (streams, read, isUnchanged)
    }

    /// Goes through every sample.
    /// - Throws: what `take` and reading throw; `Failure` with code `conflict` when the samples were changed meanwhile;
    ///   `CancellationError`.
    package func forEachBatch(_ take: BatchConsumer) throws {
        var counts: [Channel: Int] = [:]
        try read { batch in
            try Task.checkCancellation()
            guard batch.count > 0, streams.contains(where: { $0.holds(batch) }) else { return }
            counts[batch.channel, default: 0] += batch.count
            try take(batch)
        }
        let isSame = try isUnchanged()
        try state.withLock { state in
            guard isSame, state.counts == nil || state.counts == counts else {
                throw Failure(.conflict, "What is exported was changed while it was read. Export it again.")
            }
            state.counts = counts
        }
    }

    /// What all samples together are like; goes through them the first time.
    func survey() throws -> RawSurvey {
        if let known = state.withLock({ $0.survey }) { return known }
        var survey = RawSurvey()
        try forEachBatch { survey.add($0) }
        survey.finish()
        state.withLock { [survey] in $0.survey = survey }
        return survey
    }

    /// How many samples each channel has, by the names of the manifest; empty until they were gone through.
    var counts: [(name: String, count: Int)] {
        let known = state.withLock { $0.counts } ?? [:]
        return known.map { (Self.name($0.key), $0.value) }.sorted { $0.name < $1.name }
    }

    /// What the samples of a channel are called where items are counted.
    static func name(_ channel: Channel) -> String { "raw_\(channel.rawValue)" }

    /// What the samples of a channel are called in the name of a file: a device's profile may call them anything.
    static func fileName(_ channel: Channel) -> String {
        String(channel.rawValue.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The names of the values of a sample.
    static func axisNames(_ channel: Channel, _ axes: Int) -> [String] {
        if axes == 1 { return [channel.rawValue] }
        if axes == 3, [.acceleration, .angularVelocity].contains(channel) { return ["x", "y", "z"] }
        return (1...max(1, axes)).map { "\(channel.rawValue)_\($0)" }
    }
}

extension RawSignals: Hashable {
    /// Whether both are the same object.
    package static func == (a: RawSignals, b: RawSignals) -> Bool { a === b }

    /// Hashes which object it is.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
