import AllocationCounter
import Glibc

/// How many allocations a piece of work takes.
struct Counting {
    /// Work of this kind is done so often, and the smallest count is told: whatever else the program did meanwhile (a timer, a
    /// page of the store that was full) only adds.
    static let rounds = 5

    /// Allocations of one, of the round with the fewest.
    /// - Parameter units: how many of what is counted `work` does.
    static func smallest(of units: Int, _ work: () async throws -> Void) async rethrows -> Double {
        var smallest = UInt.max
        for _ in 0..<rounds {
            let before = nj_allocations()
            try await work()
            smallest = min(smallest, nj_allocations() - before)
        }
        return Double(smallest) / Double(units)
    }

    /// Whether what the program takes is counted at all, as it would not be if the system's functions came first.
    static var isTrue: Bool {
        let before = nj_allocations()
        let copies = (0..<1000).map { _ in strdup("Nightjar") }
        let counted = nj_allocations() - before
        for copy in copies { free(copy) }
        return counted >= 1000
    }
}
