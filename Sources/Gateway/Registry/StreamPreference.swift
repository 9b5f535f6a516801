import Devices
import Signals
import Store

/// Decides which of several devices represents a person in one group of streams. Streams are never added up or mixed:
/// one device is used, and the data of the others are stored unchanged.
///
/// ## Rule
///
/// 1. Only devices that deliver count: data in the last 10 s, and not known to be off the skin.
/// 2. The device that the owner chose, whenever it delivers.
/// 3. The one that spoke before, until another is better by what cannot change from minute to minute:
///    - for the heart, a device that sends intervals before one that sends rates only;
///    - a chest strap before an oximeter, a ring, a wristband, any other sensor, a recorder.
/// 4. Where none spoke before: better by the same, then by fewer losses today, then by the stronger signal, then by name.
/// 5. When none delivers, the one that spoke last keeps its place, so that nothing jumps in a pause.
///
/// Devices are of one person when they are said to be worn by the same person, or when nobody is said to wear them. A
/// replay or a simulated wearer that nobody is said to wear speaks for itself alone.
struct StreamPreference {
    /// A device that has the stream.
    struct Candidate: Hashable {
        var device: DeviceID
        /// Data have come in the last 10 s, and it is not known to be off the skin.
        var delivers: Bool
        /// It sends beat intervals, not only rates.
        var hasIntervals: Bool
        var kind: DeviceDescription.Kind
        /// Losses of today, in the units of `Loss.count`.
        var losses: Int
        /// Signal strength in dBm.
        var rssi: Int?
    }

    /// The device that is to speak; nil without any candidate.
    static func choose(
        among candidates: [Candidate], group: StreamGroup, chosen: DeviceID?, speaking: DeviceID?
    ) -> DeviceID? {
        let able = candidates.filter(\.delivers)
        guard !able.isEmpty else {
            return candidates.contains { $0.device == speaking }
                ? speaking : candidates.min { order($0, group) < order($1, group) }?.device
        }
        if let chosen, able.contains(where: { $0.device == chosen }) { return chosen }
        guard let best = able.min(by: { order($0, group) < order($1, group) }) else { return nil }
        if let current = able.first(where: { $0.device == speaking }), rank(current, group) <= rank(best, group) {
            return speaking
        }
        return best.device
    }

    /// What does not change from minute to minute; less is better.
    private static func rank(_ candidate: Candidate, _ group: StreamGroup) -> Int {
        let kinds: [DeviceDescription.Kind] = [.heartRateStrap, .oximeter, .ring, .wristband, .sensor, .recorder]
        let kind = kinds.firstIndex(of: candidate.kind) ?? kinds.count
        return (group == .heart && !candidate.hasIntervals ? 100 : 0) + kind
    }

    private static func order(_ candidate: Candidate, _ group: StreamGroup) -> (Int, Int, Int, String) {
        (rank(candidate, group), candidate.losses, -(candidate.rssi ?? -200), candidate.device.rawValue)
    }
}
