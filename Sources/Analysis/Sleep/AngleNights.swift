public import Signals

/// Nights from 5 s epochs of the arm's angle, as the epochs come: once a window is over its states are kept, a byte an
/// epoch, and the epochs are forgotten. So a year needs hardly more memory than a night.
///
/// Epochs of one window need not follow each other, but those that come when two later windows have been seen are not
/// taken: ``late`` has their windows, and whoever can give all epochs once more has them with these windows held.
public struct AngleNights: Sendable {
    /// The length of an epoch for which the rules are published.
    static let epochSeconds = 5
    /// Windows that wait for more epochs at most; a clock that is put back by some hours reaches no further.
    private static let mostOpen = 2

    private struct OpenWindow {
        var window: NightWindow
        var epochs: [Epoch]
    }

    private let zone: Zone
    private let held: Set<CivilDate>
    /// The windows that still take epochs; the one added to most recently is last.
    private var open: [OpenWindow] = []
    private var drafts: [NightDraft] = []
    private var closed: Set<CivilDate> = []
    /// Windows, by the day that owns them, for which an epoch came when they were over.
    public private(set) var late: Set<CivilDate> = []
    /// Whether no epoch has been added.
    public private(set) var isEmpty = true

    /// Nothing yet.
    /// - Parameters:
    ///   - zone: the zone of the wearer's days.
    ///   - held: windows, by the day that owns them, that are open until the end.
    public init(zone: Zone, holding held: Set<CivilDate> = []) {
        (self.zone, self.held) = (zone, held)
    }

    /// Epochs held in memory by open windows.
    var keptEpochs: Int { open.reduce(0) { $0 + $1.epochs.count } }

    /// Adds an epoch of 5 s; epochs outside the years 1824 ... 2116 are ignored.
    public mutating func add(_ epoch: Epoch) {
        isEmpty = false
        guard epoch.start.nanoseconds.magnitude < 1 << 62 else { return }
        if let last = open.indices.last, open[last].window.interval.contains(epoch.start) {
            return open[last].epochs.append(epoch)
        }
        let window = NightWindow(containing: epoch.start, in: zone)
        guard !closed.contains(window.date) else {
            late.insert(window.date)
            return
        }
        if let place = open.firstIndex(where: { $0.window.date == window.date }) {
            open.append(open.remove(at: place))
        } else {
            open.append(OpenWindow(window: window, epochs: []))
        }
        open[open.count - 1].epochs.append(epoch)
        if open.count(where: { !held.contains($0.window.date) }) > Self.mostOpen,
            let oldest = open.firstIndex(where: { !held.contains($0.window.date) })
        {
            close(open.remove(at: oldest))
        }
    }

    /// Scores what is still open, and measures the nights of all windows that had an epoch.
    /// - Parameters:
    ///   - lightsOut: marks of going to sleep, from a diary or a button.
    ///   - losses: what is missing in the recording; each night keeps its own.
    ///   - off: when the recorder itself said that it touched no skin, in order.
    /// - Throws: `CancellationError`.
    public mutating func nights(
        lightsOut: [Instant] = [], losses: [Loss] = [], off: [Range<Instant>] = []
    ) throws -> [Night] {
        while !open.isEmpty {
            try Task.checkCancellation()
            close(open.removeFirst())
        }
        for index in drafts.indices { drafts[index].takeOff(off) }
        drafts.sort { $0.window.interval.lowerBound < $1.window.interval.lowerBound }
        return NightAnalysis.nights(of: drafts, zone: zone, lightsOut: lightsOut, losses: losses)
    }

    private mutating func close(_ open: OpenWindow) {
        closed.insert(open.window.date)
        let isSorted = zip(open.epochs, open.epochs.dropFirst()).allSatisfy { $0.start <= $1.start }
        let epochs = isSorted ? open.epochs : open.epochs.sorted { $0.start < $1.start }
        if let draft = Self.draft(open.window, epochs) { drafts.append(draft) }
    }

    private static func draft(_ window: NightWindow, _ epochs: [Epoch]) -> NightDraft? {
        let length = Int64(epochSeconds) * 1_000_000_000
        let width = window.interval.upperBound.nanoseconds(since: window.interval.lowerBound)
        let count = Int(width / length)
        guard count > 0 else { return nil }
        var grid = [Epoch.Motion?](repeating: nil, count: count)
        for epoch in epochs {
            let slot = Int(epoch.start.nanoseconds(since: window.interval.lowerBound) / length)
            guard grid.indices.contains(slot), grid[slot] == nil else { continue }
            grid[slot] = epoch.motion.flatMap { $0.angleZ.isNaN ? nil : $0 }
        }
        let notWorn = StillRecorder().notWorn(grid, epochSeconds: epochSeconds)
        let angles = zip(grid, notWorn).map { motion, isOff in isOff ? .nan : motion?.angleZ ?? .nan }
        var states = SustainedInactivity(epochSeconds: epochSeconds).states(angles)
        for index in states.indices where notWorn[index] && grid[index] != nil { states[index] = .notWorn }
        let rule = HDCZA(epochSeconds: epochSeconds)
        let found = rule.blocks(angles)
        var parameters = ["multiplier": rule.multiplier, "quantile": rule.quantile]
        parameters["block_min"] = Double(rule.shortestBlock) / 60
        parameters["gap_min"] = Double(rule.longestGap) / 60
        parameters["threshold_deg"] = found.threshold
        return NightDraft(
            window: window, start: window.interval.lowerBound, epochSeconds: epochSeconds, states: states,
            periods: found.blocks, periodMethod: Method("hdcza", parameters: parameters), scorer: .vanHees, transfer: 1)
    }
}
