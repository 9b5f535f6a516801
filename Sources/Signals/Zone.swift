/// A civil time zone: its offset from UTC at every instant.
///
/// The rules are read from a TZif file (RFC 8536), never computed here; a table without rules is UTC.
public struct Zone: Hashable, Sendable {
    /// The IANA name, such as `Europe/Berlin`.
    public let name: String
    /// Instants at which the offset changes, in seconds since 1970, ascending.
    let transitions: [Int64]
    /// Seconds east of UTC from each transition on.
    let offsets: [Int]
    /// Seconds east of UTC before the first transition.
    let firstOffset: Int

    /// A zone from its table; both arrays have one entry per transition, transitions ascend and lie within what an
    /// ``Instant`` holds, offsets within 26 hours.
    public init(name: String, firstOffset: Int, transitions: [Int64] = [], offsets: [Int] = []) {
        precondition(transitions.count == offsets.count, "each transition needs an offset")
        precondition(zip(transitions, transitions.dropFirst()).allSatisfy(<), "transitions ascend")
        precondition(transitions.allSatisfy { $0.magnitude <= 9_223_372_036 }, "transitions are instants")
        precondition((offsets + [firstOffset]).allSatisfy { $0.magnitude <= 93_600 }, "offsets are within 26 hours")
        self.name = name
        self.firstOffset = firstOffset
        self.transitions = transitions
        self.offsets = offsets
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", firstOffset: 0)

    /// Seconds east of UTC at `instant`.
    public func offset(at instant: Instant) -> Int {
        let index = transitionCount(through: floorDivide(instant.nanoseconds, 1_000_000_000))
        return index == 0 ? firstOffset : offsets[index - 1]
    }

    /// How many transitions are not after `second`.
    private func transitionCount(through second: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The local time at `instant`; stops at the ends of what 64 bits hold.
    public func civilTime(at instant: Instant) -> CivilTime {
        CivilTime(nanoseconds: instant.advanced(byNanoseconds: Int64(offset(at: instant)) * 1_000_000_000).nanoseconds)
    }

    /// The instant at which the wall shows `time`: the first one where it is shown twice, the moment of the change
    /// where it is skipped.
    public func instant(of time: CivilTime) -> Instant {
        let wall = Instant(nanoseconds: time.nanoseconds)
        // The offsets in force around that time; RFC 8536 keeps them within 26 hours of UTC.
        let second = floorDivide(time.nanoseconds, 1_000_000_000)
        let first = transitionCount(through: second - 2 * 86_400)
        let last = transitionCount(through: second + 2 * 86_400)
        for index in first...last {
            let offset = index == 0 ? firstOffset : offsets[index - 1]
            let candidate = wall.advanced(byNanoseconds: -Int64(offset) * 1_000_000_000)
            let candidateSecond = floorDivide(candidate.nanoseconds, 1_000_000_000)
            let isAfterStart = index == 0 || transitions[index - 1] <= candidateSecond
            let isBeforeEnd = index == transitions.count || candidateSecond < transitions[index]
            if isAfterStart && isBeforeEnd { return candidate }
            // Before the start of this offset and not within the one before: the wall skipped it.
            if !isAfterStart { return Instant(nanoseconds: transitions[index - 1] * 1_000_000_000) }
        }
        return wall
    }

    /// Midnight at the start of `date`; the first or last instant for a date beyond those that 64 bits hold.
    public func start(of date: CivilDate) -> Instant {
        instant(of: CivilTime(date, secondsFromMidnight: 0))
    }

    /// Noon of `date` in local time; the first or last instant for a date beyond those that 64 bits hold.
    public func noon(of date: CivilDate) -> Instant {
        instant(of: CivilTime(date, secondsFromMidnight: 43_200))
    }
}
