package import Signals

/// Takes everything that a device sends and everything that goes wrong on the way.
///
/// A source calls an outlet from one place at a time and in the order of arrival; the calls must return at once: a
/// batch goes into a ring or a bounded queue, and what does not fit is counted by the outlet as an overflow. Nothing
/// here is called per sample: acceleration comes as whole batches of interleaved floats on a `Timeline`.
package protocol DeviceOutlet: Sendable {
    /// Samples of any channel but beats: acceleration, heart rate as the device computed it, energy.
    func deliver(_ batch: SampleBatch)
    /// Heart beats in order of time; never before a beat that was delivered earlier, except after a loss with cause
    /// `clock_step`.
    func deliver(_ beats: BeatBatch)
    /// A change of state, or a loss, at the instant it was seen.
    func deliver(_ event: DeviceEvent, at instant: Instant)
    /// Takes samples that a device had kept while it was away: for the store, and not for what is shown live.
    func keep(_ history: SampleBatch)
    /// Returns when everything delivered before is where a loss of power cannot take it: only then may a device be told
    /// that it need not keep it.
    /// - Throws: `Failure` when that cannot be said.
    func settle() async throws
    /// The newest sample of a stream of this device that is kept; nil when there is none.
    func newest(_ channel: Channel) async -> Instant?
    /// The stretches of `time` of which nothing more of these streams of this device is to be kept, in order: where samples
    /// of the first that is not withheld then are kept, and where all of them are withheld. Samples that lie no further
    /// apart than `apart` seconds are one stretch.
    /// - Throws: `Failure` when that cannot be told.
    func kept(_ channels: [Channel], in time: Range<Instant>, apart: Double) async throws -> [Range<Instant>]
    /// Returns when there is room for more. Sources that can wait (replays, files) ask before each second of data;
    /// radios cannot and do not.
    func room() async
}

extension DeviceOutlet {
    /// Returns at once: there is always room.
    package func room() async {}
    /// Treats stored history as live samples.
    package func keep(_ history: SampleBatch) { deliver(history) }
    /// Throws: an outlet that stores nothing cannot promise durability, so that no device deletes its data.
    package func settle() async throws { throw Failure(.failed, "Nothing says that it is kept.") }
    /// Nothing is known to be kept.
    package func kept(_ channels: [Channel], in time: Range<Instant>, apart: Double) async throws -> [Range<Instant>] {
        []
    }
    /// Nothing is known to be kept.
    package func newest(_ channel: Channel) async -> Instant? { nil }
}
