/// A run of epochs of one state.
struct StateRun: Hashable, Sendable {
    /// The state of all of them.
    var state: SleepState
    /// Indices of the epochs.
    var epochs: Range<Int>
    /// The number of epochs.
    var count: Int { epochs.count }

    /// The runs that make up `states`, in order.
    static func runs(of states: [SleepState]) -> [StateRun] {
        var runs: [StateRun] = []
        var first = 0
        for index in states.indices where index + 1 == states.count || states[index + 1] != states[index] {
            runs.append(StateRun(state: states[index], epochs: first..<(index + 1)))
            first = index + 1
        }
        return runs
    }
}
