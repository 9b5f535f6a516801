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

    /// A zone from its table; both arrays have one entry per transition.
    public init(name: String, firstOffset: Int, transitions: [Int64] = [], offsets: [Int] = []) {
        precondition(transitions.count == offsets.count, "each transition needs an offset")
        self.name = name
        self.firstOffset = firstOffset
        self.transitions = transitions
        self.offsets = offsets
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", firstOffset: 0)

    /// Seconds east of UTC at `instant`.
    public func offset(at instant: Instant) -> Int {
        let second = floorDivide(instant.nanoseconds, 1_000_000_000)
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    /// What a clock on the wall shows at `instant`.
    public func civilTime(at instant: Instant) -> CivilTime {
        CivilTime(nanoseconds: instant.nanoseconds + Int64(offset(at: instant)) * 1_000_000_000)
    }

    /// The instant at which the wall shows `time`: the first one where it is shown twice, the moment of the change
    /// where it is skipped.
    public func instant(of time: CivilTime) -> Instant {
        let guess = Instant(nanoseconds: time.nanoseconds)
        let before = offset(at: guess.advanced(byNanoseconds: -86_400_000_000_000))
        let after = offset(at: guess.advanced(byNanoseconds: 86_400_000_000_000))
        let first = guess.advanced(byNanoseconds: -Int64(before) * 1_000_000_000)
        if offset(at: first) == before { return first }
        let second = guess.advanced(byNanoseconds: -Int64(after) * 1_000_000_000)
        if offset(at: second) == after { return second }
        // Skipped: the change lies between the two candidates.
        let change = transitions.first { $0 * 1_000_000_000 > second.nanoseconds }
        return change.map { Instant(nanoseconds: $0 * 1_000_000_000) } ?? second
    }

    /// Midnight at the start of `date`, and noon of it by adding 12 wall hours.
    public func start(of date: CivilDate) -> Instant {
        instant(of: CivilTime(nanoseconds: Int64(date.daysSince1970) * 86_400_000_000_000))
    }

    /// Noon of `date` on the wall.
    public func noon(of date: CivilDate) -> Instant {
        instant(of: CivilTime(nanoseconds: Int64(date.daysSince1970) * 86_400_000_000_000 + 43_200_000_000_000))
    }
}
