/// The rescoring rules of Webster, Kripke, Messin, Mullaney and Wyborney (Sleep 5, 1982), all applied to the first scores.
///
/// After at least 4, 10 or 15 minutes of wake the next 1, 3 or 4 minutes become wake, where so many are sleep; up to 6
/// minutes between bouts of at least 10 minutes of wake become wake, and up to 10 between bouts of 20.
enum WebsterRescoring {
    /// Wake of at least so many minutes takes so many of the sleep that follows.
    private static let after = [(wake: 15, sleep: 4), (wake: 10, sleep: 3), (wake: 4, sleep: 1)]
    /// Up to so many minutes between wake of at least so many are wake.
    private static let between = [(wake: 10, most: 6), (wake: 20, most: 10)]

    /// The states after rescoring; only sleep changes, and only to wake. States other than sleep and wake stay, and nothing is
    /// rescored across them.
    static func apply(_ states: [SleepState]) -> [SleepState] {
        var rescored = states
        let runs = StateRun.runs(of: states)
        for (run, next) in zip(runs, runs.dropFirst()) where run.state == .awake && next.state == .asleep {
            let rule = after.first { run.count >= $0.wake && next.count >= $0.sleep }
            for epoch in next.epochs.prefix(rule?.sleep ?? 0) { rescored[epoch] = .awake }
        }
        for rule in between {
            var last: Int?
            for run in runs {
                if run.state != .awake && run.state != .asleep { last = nil }
                guard run.state == .awake, run.count >= rule.wake else { continue }
                if let last, run.epochs.lowerBound - last <= rule.most {
                    for epoch in last..<run.epochs.lowerBound { rescored[epoch] = .awake }
                }
                last = run.epochs.upperBound
            }
        }
        return rescored
    }
}
