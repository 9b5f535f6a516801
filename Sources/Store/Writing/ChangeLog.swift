import Analysis
import Signals

/// Which commit changed what last, told apart finely enough that what was read of a night that is over outlives what
/// streams in for another: live series by device and hour, and all else together.
struct ChangeLog {
    /// Hours of a device that are told apart; all that lie before them count as one.
    static let hoursEach = 96
    /// Devices that are tracked singly.
    static let deviceLimit = 64

    private struct Hours {
        /// The newest commit of each hour since 1970.
        var commits: [Int64: UInt64] = [:]
        /// The last hour that is not told apart any more, and the last commit of all such hours.
        var earlier: (hour: Int64, commit: UInt64) = (.min, 0)

        mutating func note(_ hour: Int64, _ commit: UInt64) {
            guard hour > earlier.hour else { return earlier.commit = commit }
            commits[hour] = commit
            guard commits.count > hoursEach, let first = commits.keys.min() else { return }
            earlier = (first, max(earlier.commit, commits.removeValue(forKey: first) ?? commit))
        }
    }

    /// The number of commits.
    private(set) var commits: UInt64 = 0
    /// The last commit with anything but live series.
    private(set) var last: UInt64 = 0
    private var series: [DeviceID: Hours] = [:]

    /// Notes what a commit changed.
    mutating func committed(_ work: Work) {
        commits &+= 1
        for entry in work.live + work.bulk { note(entry.change) }
        for (device, loss) in work.losses { note(.losses([loss], of: device, at: nil)) }
    }

    /// The last commit with live series of a device in a span of time.
    func last(of device: DeviceID, in span: Range<Instant>) -> UInt64 {
        guard let hours = series[device], !span.isEmpty else { return 0 }
        let (first, end) = (Self.hour(span.lowerBound), Self.hour(span.upperBound))
        let recent = hours.commits.lazy.filter { first <= $0.key && $0.key <= end }.map(\.value).max() ?? 0
        return first <= hours.earlier.hour ? max(recent, hours.earlier.commit) : recent
    }

    private mutating func note(_ change: Entry.Change) {
        guard case .series(let device, let start, let end) = change, let start, let end, start <= end,
            series[device] != nil || series.count < Self.deviceLimit,
            Self.hour(end) - Self.hour(start) < Int64(Self.hoursEach)
        else {
            if change != .nothing { last = commits }
            return
        }
        for hour in Self.hour(start)...Self.hour(end) { series[device, default: Hours()].note(hour, commits) }
    }

    private static func hour(_ instant: Instant) -> Int64 { instant.nanoseconds / 3_600_000_000_000 }
}

extension Entry {
    /// What a reader may find changed once an entry is on disk.
    enum Change: Equatable {
        /// No rows.
        case nothing
        /// Live series of a device in a span of time, both ends included; nil where that is not known.
        case series(DeviceID, from: Instant?, to: Instant?)
        /// Any row.
        case everything
    }

    /// What a reader may find changed once the entry is on disk.
    var change: Change {
        switch self {
        case .batch(let batch):
            batch.extent.map { .series(batch.device, from: $0.lowerBound, to: $0.upperBound) } ?? .nothing
        case .beats(let beats, let device, .live): .series(of: device, at: beats.lazy.map(\.time))
        case .epochs(let epochs, let device, .live): .series(of: device, at: epochs.lazy.map(\.start))
        case .readings(let readings, let device): .series(of: device, at: readings.lazy.map(\.time))
        case .losses(let losses, let device, .live, let at): .losses(losses, of: device, at: at)
        case .job(let job) where job.isDerived: .nothing
        // Nothing of an import is to be seen before its end, which is a job.
        default: recording == nil ? .everything : .nothing
        }
    }
}

extension Entry.Change {
    /// Losses are read by where they lie, whatever they reach over: at their beginning, else at `at`; without either
    /// the writer decides where.
    static func losses(_ losses: [Loss], of device: DeviceID, at: Instant?) -> Self {
        let places = losses.compactMap { $0.first ?? at }
        return places.count == losses.count ? .series(of: device, at: places) : .everything
    }

    /// Rows of a device at these times.
    static func series(of device: DeviceID, at times: some Sequence<Instant>) -> Self {
        var bounds: (first: Instant, last: Instant)?
        for time in times { bounds = (min(bounds?.first ?? time, time), max(bounds?.last ?? time, time)) }
        return bounds.map { .series(device, from: $0.first, to: $0.last) } ?? .nothing
    }
}
