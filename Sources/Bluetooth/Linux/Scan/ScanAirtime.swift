/// How much of the time an adapter scanned actively, and so neither listened nor served links.
package struct ScanAirtime: Hashable, Sendable {
    /// Seconds for which somebody wanted to hear.
    package var seconds = 0.0
    /// Seconds of these for which it asked devices for their scan responses.
    package var activeSeconds = 0.0
    /// Windows of discovery that were opened.
    package var windows = 0
    private var last: Duration?

    /// Nothing yet.
    package init() {}

    /// The part of the time in which it scanned actively, 0 ... 1; nil before somebody wanted to hear.
    package var share: Double? { seconds > 0 ? activeSeconds / seconds : nil }

    mutating func pass(to now: Duration, isWanted: Bool, isActive: Bool) {
        let passed = last.map { max(0, (now - $0) / .seconds(1)) } ?? 0
        last = now
        if isWanted || isActive { seconds += passed }
        if isActive { activeSeconds += passed }
    }
}
