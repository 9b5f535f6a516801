package import Signals

extension WatchReading {
    /// The state by which the wrist is shaken: an overload that one assessment shows is none yet.
    var alarmingState: String? { state == "overload" && !isSustained ? "optimal" : state }
}

/// Decides when the wrist is shaken: once when the wearer comes into overload, and not again for five minutes.
package struct OverloadAlarm: Sendable {
    /// The shortest time between two alarms, in seconds.
    package static let coolDown = 300.0

    private var isOver = false
    private var last: Instant?

    /// An alarm that has not been raised.
    package init() {}

    /// Takes in a state.
    /// - Parameters:
    ///   - state: `underload`, `optimal` or `overload`; nil, when it cannot be known, changes nothing.
    ///   - now: The time of it.
    /// - Returns: Whether the wearer must be told now.
    package mutating func isRaised(by state: String?, now: Instant) -> Bool {
        guard let state else { return false }
        let entered = state == "overload" && !isOver
        isOver = state == "overload"
        guard entered, last.map({ now.seconds(since: $0) >= Self.coolDown }) ?? true else { return false }
        last = now
        return true
    }
}
