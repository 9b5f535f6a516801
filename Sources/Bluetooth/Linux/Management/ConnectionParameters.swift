import Signals

/// How often two devices meet on the air, in the units of the controller.
struct ConnectionParameters: Hashable, Sendable {
    /// Shortest interval in units of 1.25 ms, 6 ... 3200.
    var minimumInterval: UInt16
    /// Longest interval in units of 1.25 ms, 6 ... 3200.
    var maximumInterval: UInt16
    /// Connection events that the peripheral may skip.
    var latency: UInt16
    /// How long silence may last before the link is lost, in units of 10 ms, 10 ... 3200.
    var timeout: UInt16

    /// The kernel's rule (Core Specification 5.4, vol 6 part B, 4.5.2): the timeout outlasts two missed meetings.
    var isValid: Bool {
        minimumInterval >= 6 && maximumInterval <= 3200 && minimumInterval <= maximumInterval
            && (10...3200).contains(timeout) && latency <= 499
            && Int(timeout) * 4 > (1 + Int(latency)) * Int(maximumInterval)
    }

    init(minimumInterval: UInt16, maximumInterval: UInt16, latency: UInt16, timeout: UInt16) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.timeout = timeout
    }

    /// The interval of a device that nobody asks another of, in milliseconds.
    private static let usualInterval = 15.0...50.0

    /// What a link is to begin with. What the device asked for last holds where its profile asks for nothing; where it does,
    /// it narrows that and never replaces it, as a stream that needs fast meetings would come late, or not at all.
    init(_ options: GATTLinkOptions, learned: ConnectionParameters?) {
        self.init(options)
        guard let learned else { return }
        let longest = max(learned.timeout, timeout)
        if options.interval == nil {
            self = learned
        } else if learned.minimumInterval <= maximumInterval, learned.maximumInterval >= minimumInterval {
            minimumInterval = max(minimumInterval, learned.minimumInterval)
            maximumInterval = min(maximumInterval, learned.maximumInterval)
        }
        timeout = longest
    }

    /// The nearest that the controller can do to what is wanted; the timeout is raised where the interval demands it.
    init(_ options: GATTLinkOptions) {
        func units(_ value: Double, per unit: Double, _ range: ClosedRange<Double>) -> UInt16 {
            let steps = (value / unit).rounded()
            return UInt16(steps.isFinite ? min(max(steps, range.lowerBound), range.upperBound) : range.upperBound)
        }
        let interval = options.interval ?? Self.usualInterval
        minimumInterval = units(interval.lowerBound, per: 1.25, 6...3200)
        maximumInterval = units(interval.upperBound, per: 1.25, 6...3200)
        latency = 0
        timeout = units(options.supervisionTimeout * 1000, per: 10, 10...3200)
        timeout = max(timeout, maximumInterval / 4 + 1)
    }

    init(_ cursor: inout ByteCursor) throws(DecodeError) {
        minimumInterval = try cursor.little()
        maximumInterval = try cursor.little()
        latency = try cursor.little()
        timeout = try cursor.little()
    }

    func write(to writer: inout LittleWriter) {
        for value in [minimumInterval, maximumInterval, latency, timeout] { writer.little(value) }
    }
}
