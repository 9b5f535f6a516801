/// The rescoring rules of Webster, Kripke, Messin, Mullaney and Wyborney (Sleep 5, 1982), applied at once to the first scores:
/// the first 1, 3 or 4 minutes of sleep after at least 4, 10 or 15 minutes of wake become wake; so do at most 6 minutes of
/// sleep between at least 10 minutes of wake on both sides, and at most 10 between 20.
enum WebsterRescoring {
    /// The states after rescoring; only sleep changes, and only to wake. States other than sleep and wake stay and end a bout.
    static func apply(_ states: [SleepState]) -> [SleepState] {
        var rescored = states
        let runs = StateRun.runs(of: states)
        for (position, run) in runs.enumerated() {
            switch run.state {
            case .awake:
                guard position + 1 < runs.count, runs[position + 1].state == .asleep else { continue }
                let taken = run.count >= 15 ? 4 : run.count >= 10 ? 3 : run.count >= 4 ? 1 : 0
                for epoch in runs[position + 1].epochs.prefix(taken) { rescored[epoch] = .awake }
            case .asleep:
                guard position > 0, position + 1 < runs.count else { continue }
                let before = runs[position - 1]
                let after = runs[position + 1]
                guard before.state == .awake, after.state == .awake else { continue }
                let wake = min(before.count, after.count)
                if run.count <= 6 && wake >= 10 || run.count <= 10 && wake >= 20 {
                    for epoch in run.epochs { rescored[epoch] = .awake }
                }
            default: continue
            }
        }
        return rescored
    }
}
