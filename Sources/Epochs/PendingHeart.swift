/// Heart beats and device heart rates of seconds that are still open, in the order of their instants.
struct PendingHeart {
    /// More than a heart can do within the longest lateness of an hour.
    static let maximum = 32_768

    private struct Event {
        var time: Int64
        /// Milliseconds for an accepted beat, nil for another, per minute for a rate.
        var value: Double?
        var isBeat: Bool
    }

    private var events: [Event] = []

    var isEmpty: Bool { events.isEmpty }
    /// The earliest second that has anything; `.max` when none has.
    var firstSecond: Int64 { events.first.map { floorSecond($0.time) } ?? .max }

    mutating func insert(time: Int64, value: Double?, isBeat: Bool) -> PendingSeconds.Outcome {
        var place = events.count
        while place > 0, events[place - 1].time > time { place -= 1 }
        var same = place
        while same > 0, events[same - 1].time == time {
            if events[same - 1].isBeat == isBeat { return .duplicate }
            same -= 1
        }
        guard events.count < Self.maximum else { return .overflow }
        // A beat before a rate at the same instant, whichever came first.
        events.insert(Event(time: time, value: value, isBeat: isBeat), at: isBeat ? same : place)
        return .kept
    }

    /// The sums of `second`, which must be the first that has anything or before it; forgets its events.
    mutating func take(_ second: Int64) -> HeartSum {
        var sum = HeartSum()
        var count = 0
        for event in events {
            guard floorSecond(event.time) <= second else { break }
            count += 1
            switch (event.isBeat, event.value) {
            case (true, let interval?):
                sum.beats += 1
                sum.accepted += 1
                sum.intervals += interval
            case (true, nil): sum.beats += 1
            case (false, let rate):
                sum.rates += 1
                sum.rateSum += rate ?? 0
            }
        }
        events.removeSubrange(0..<count)
        return sum
    }
}

/// The second in which `nanoseconds` since 1970 lie.
func floorSecond(_ nanoseconds: Int64) -> Int64 {
    let quotient = nanoseconds / 1_000_000_000
    return nanoseconds % 1_000_000_000 < 0 ? quotient - 1 : quotient
}
