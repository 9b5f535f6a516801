import Signals

/// Nights from 5 s epochs of the arm's angle.
struct AngleNights {
    /// The length of an epoch for which the rules are published.
    static let epochSeconds = 5
    /// The epochs, by start.
    private let epochs: [Epoch]

    /// Takes epochs in any order; those outside of 1824 ... 2116 are no recording and are passed over.
    init(epochs all: [Epoch]) {
        let epochs = all.filter { $0.start.nanoseconds.magnitude < 1 << 62 }
        let isSorted = zip(epochs, epochs.dropFirst()).allSatisfy { $0.start <= $1.start }
        self.epochs = isSorted ? epochs : epochs.sorted { $0.start < $1.start }
    }

    /// What is found in each window that holds an epoch.
    func drafts(in zone: Zone) throws -> [NightDraft] {
        var drafts: [NightDraft] = []
        var first = 0
        while first < epochs.count {
            try Task.checkCancellation()
            let window = NightWindow(containing: epochs[first].start, in: zone)
            var end = first + 1
            while end < epochs.count, window.interval.contains(epochs[end].start) { end += 1 }
            if let draft = draft(window, epochs[first..<end]) { drafts.append(draft) }
            first = end
        }
        return drafts
    }

    private func draft(_ window: NightWindow, _ epochs: ArraySlice<Epoch>) -> NightDraft? {
        let length = Int64(Self.epochSeconds) * 1_000_000_000
        let width = window.interval.upperBound.nanoseconds(since: window.interval.lowerBound)
        let count = Int(width / length)
        guard count > 0 else { return nil }
        var grid = [Epoch.Motion?](repeating: nil, count: count)
        for epoch in epochs {
            let slot = Int(epoch.start.nanoseconds(since: window.interval.lowerBound) / length)
            guard grid.indices.contains(slot), grid[slot] == nil else { continue }
            grid[slot] = epoch.motion.flatMap { $0.angleZ.isNaN ? nil : $0 }
        }
        let notWorn = StillRecorder().notWorn(grid, epochSeconds: Self.epochSeconds)
        let angles = zip(grid, notWorn).map { motion, isOff in isOff ? .nan : motion?.angleZ ?? .nan }
        var states = SustainedInactivity(epochSeconds: Self.epochSeconds).states(angles)
        for index in states.indices where notWorn[index] && grid[index] != nil { states[index] = .notWorn }
        let rule = HDCZA(epochSeconds: Self.epochSeconds)
        let found = rule.blocks(angles)
        var parameters = ["multiplier": rule.multiplier, "quantile": rule.quantile]
        parameters["block_min"] = Double(rule.shortestBlock) / 60
        parameters["gap_min"] = Double(rule.longestGap) / 60
        parameters["threshold_deg"] = found.threshold
        return NightDraft(
            window: window, start: window.interval.lowerBound, epochSeconds: Self.epochSeconds, states: states,
            periods: found.blocks, periodMethod: Method("hdcza", parameters: parameters), scorer: .vanHees, transfer: 1)
    }
}
