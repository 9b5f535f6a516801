import Signals

/// A device's clock as the host's, learned from when frames arrive.
///
/// A frame arrives after its last sample by a delay that is never below zero and often small, so the smallest difference
/// between arrival and stamp within the last five minutes is the offset of the clocks plus the link's shortest delay. The
/// offset in use follows it by at most 2 % of the time that passes in the first minute of a segment and 0.05 % later, which
/// is above the drift of any quartz, so that time never goes back and jitter does not show.
///
/// An arrival that is 5 s earlier than the offset allows (1 s once a segment is a minute old) shows that one of the clocks
/// jumped, and so does a stamp more than an hour before the newest one. Stamps that lag by more than 2 s teach nothing: they
/// may be data that a device kept while the link was down or weak. If they still lag as much after five minutes, or by more
/// than 30 s after 15 s, the clock was set back. A jump begins a new segment, anchored at its first arrival.
struct ClockMapping {
    /// What an arrival says about the two clocks.
    enum Finding: Equatable {
        /// It is the first: the mapping begins.
        case began
        /// Both clocks go on steadily.
        case steady
        /// A clock jumped by so many nanoseconds, as seen from the device's.
        case stepped(Int64)
    }

    static let window: Int64 = 300_000_000_000
    static let settling: Int64 = 60_000_000_000
    static let ahead: Int64 = 5_000_000_000
    static let aheadLater: Int64 = 1_000_000_000
    static let late: Int64 = 2_000_000_000
    static let latePatience: Int64 = 300_000_000_000
    static let behind: Int64 = 30_000_000_000
    static let behindPatience: Int64 = 15_000_000_000
    static let farBack: Int64 = 3_600_000_000_000

    /// Arrival minus stamp in use, in nanoseconds; nil before the first frame.
    private(set) var offset: Int64?
    private var newest: Int64 = 0
    private var began: Int64 = 0
    /// Smallest differences of the window: arrivals rise, differences rise.
    private var minima: [(arrival: Int64, difference: Int64)] = []
    private var first = 0
    private var lateSince: (arrival: Int64, difference: Int64)?

    /// Takes a stamp and its arrival, both in nanoseconds below 2⁶¹.
    mutating func take(_ stamp: Int64, arrival: Int64) -> Finding {
        let difference = arrival - stamp
        guard let offset else {
            begin(stamp, arrival, difference)
            return .began
        }
        let lateness = difference - offset
        let isSettled = arrival - began > Self.settling
        if lateness < -(isSettled ? Self.aheadLater : Self.ahead) || stamp < newest - Self.farBack {
            begin(stamp, arrival, difference)
            return .stepped(-lateness)
        }
        if lateness > Self.late {
            let since = lateSince ?? (arrival, difference)
            lateSince = since
            let waited = arrival - since.arrival
            let patience = lateness > Self.behind ? Self.behindPatience : Self.latePatience
            if waited > patience, since.difference - difference < waited / 2 {
                begin(stamp, arrival, difference)
                return .stepped(-lateness)
            }
            return .steady
        }
        lateSince = nil
        learn(arrival, difference)
        follow(stamp, isSettled: isSettled)
        return .steady
    }

    /// The host's time of a stamp; nil before the first frame.
    func host(_ stamp: Int64) -> Int64? { offset.map { stamp + $0 } }

    private mutating func begin(_ stamp: Int64, _ arrival: Int64, _ difference: Int64) {
        offset = difference
        newest = stamp
        began = arrival
        minima = [(arrival, difference)]
        first = 0
        lateSince = nil
    }

    private mutating func learn(_ arrival: Int64, _ difference: Int64) {
        while minima.count > first, let last = minima.last, last.difference >= difference { minima.removeLast() }
        minima.append((arrival, difference))
        while first < minima.count - 1, minima[first].arrival < arrival - Self.window { first += 1 }
        if first > 256 {
            minima.removeFirst(first)
            first = 0
        }
    }

    private mutating func follow(_ stamp: Int64, isSettled: Bool) {
        guard stamp > newest, let offset, first < minima.count else { return }
        let most = (stamp - newest) / (isSettled ? 2000 : 50)
        newest = stamp
        self.offset = offset + min(max(minima[first].difference - offset, -most), most)
    }
}
