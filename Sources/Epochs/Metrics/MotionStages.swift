/// The stages behind one grid, and the rows that they fill.
final class MotionStages {
    let rows = MotionRows()
    private var stages: [any MotionStage]
    private var stretch: Int64 = .min
    private var isOpen = false

    init(_ stages: [any MotionStage]) { self.stages = stages }

    /// Takes in an event of the steady grid.
    func take(_ event: SteadyGrid.Event) {
        switch event {
        case .begin(let origin):
            (stretch, isOpen) = (origin, true)
            for index in stages.indices { stages[index].begin(at: origin) }
        case .samples(let samples):
            for index in stages.indices { stages[index].add(samples, to: rows) }
        case .end:
            for index in stages.indices { stages[index].finish(to: rows) }
            isOpen = false
        }
    }

    /// Up to when all rows are complete, in nanoseconds since 1970.
    var reached: Int64 {
        guard isOpen else { return stretch }
        return stages.reduce(.max) { min($0, $1.reached) }
    }
}
