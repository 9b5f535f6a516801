public import Signals

/// Minutes of ENMO, and sleep by van Hees's sustained inactivity in most of each, from the angle of the arm.
///
/// Takes epochs of 5 seconds in order and holds those of a day and four hours, however many there are: what decides on
/// a minute, a still hour or a bout of 5 minutes, lies within two hours of it.
public struct ArmMinutes: Sendable {
    private static let parts = 60 / AngleNights.epochSeconds
    /// Epochs of two hours; windows of `StillRecorder` begin on a multiple of its step from the first epoch on.
    private static let margin = 7200 / AngleNights.epochSeconds
    private static let day = 86_400 / AngleNights.epochSeconds
    private static let mostMinutes = 400 * 1440

    private var origin: Int64?
    private var isTooLong = false
    private var waiting: [Epoch.Motion?] = []
    /// The places of the first epoch that waits, and of the first whose minute is not made.
    private var (first, next) = (0, 0)
    private var values: [Double] = []
    private var states: [SleepState] = []

    /// No minutes yet.
    public init() {}

    /// Takes an epoch that starts no earlier than the one before; those of other lengths are passed over, and of two at
    /// one place the first with an angle counts.
    public mutating func add(_ epoch: Epoch) {
        let start = epoch.start.nanoseconds
        guard epoch.seconds == AngleNights.epochSeconds, start.magnitude < 1 << 62, !isTooLong else { return }
        let minute: Int64 = 60_000_000_000
        let origin = self.origin ?? start - ((start % minute) + minute) % minute
        self.origin = origin
        let place = Int((start - origin) / (minute / Int64(Self.parts)))
        guard place >= first else { return }
        guard place / Self.parts < Self.mostMinutes else {
            isTooLong = true
            return
        }
        while first + waiting.count <= place {
            if first + waiting.count == next + Self.day + Self.margin { makeMinutes(Self.day) }
            waiting.append(nil)
        }
        if waiting[place - first] == nil {
            waiting[place - first] = epoch.motion.flatMap { $0.angleZ.isNaN ? nil : $0 }
        }
    }

    /// The minutes on the wall clock of `zone`; nil without epochs, or when they lie more than 400 days apart.
    public func series(in zone: Zone) -> RestActivity? {
        guard let origin, !isTooLong else { return nil }
        var whole = self
        let rest = (whole.waiting.count + Self.parts - 1) / Self.parts * Self.parts - whole.waiting.count
        whole.waiting += [Epoch.Motion?](repeating: nil, count: rest)
        whole.makeMinutes(whole.first + whole.waiting.count - whole.next)
        return RestActivity(
            measure: .enmo,
            wall: WallClockSeries(
                start: Instant(nanoseconds: origin), epochSeconds: 60, values: whole.values, states: whole.states,
                zone: zone))
    }

    /// Makes the minutes of the next so many epochs from all that wait.
    private mutating func makeMinutes(_ count: Int) {
        var grid = waiting
        let off = StillRecorder().notWorn(grid, epochSeconds: AngleNights.epochSeconds)
        for index in grid.indices where off[index] { grid[index] = nil }
        let scored = SustainedInactivity(epochSeconds: AngleNights.epochSeconds)
            .states(grid.map { $0?.angleZ ?? .nan })
        for start in stride(from: next - first, to: next - first + count, by: Self.parts) {
            let known = grid[start..<(start + Self.parts)].compactMap { $0?.enmo }
            let asleep = scored[start..<(start + Self.parts)].count { $0 == .asleep }
            let isKnown = known.count * 2 >= Self.parts
            values.append(isKnown ? 1000 * known.reduce(0, +) / Double(known.count) : .nan)
            states.append(!isKnown ? .unknown : asleep * 2 > known.count ? .asleep : .awake)
        }
        next += count
        let keep = max(first, next - Self.margin)
        waiting.removeFirst(min(waiting.count, keep - first))
        first = keep
    }
}
