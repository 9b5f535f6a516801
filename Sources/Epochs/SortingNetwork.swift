/// Sorting and merging without branches, three axes at once: each lane of a vector is an axis and is sorted by itself.
enum SortingNetwork {
    typealias Axes = SIMD4<Float>

    /// Sorts 6 values with 12 exchanges, the fewest possible (Knuth, TAOCP 3, section 5.3.4).
    @inline(__always)
    static func sort(_ v: inout InlineArray<6, Axes>) {
        exchange(&v, 0, 5)
        exchange(&v, 1, 3)
        exchange(&v, 2, 4)
        exchange(&v, 1, 2)
        exchange(&v, 3, 4)
        exchange(&v, 0, 3)
        exchange(&v, 2, 5)
        exchange(&v, 0, 1)
        exchange(&v, 2, 3)
        exchange(&v, 4, 5)
        exchange(&v, 1, 2)
        exchange(&v, 3, 4)
    }

    /// Sorts 9 values with 25 exchanges, the fewest possible (Knuth, TAOCP 3, section 5.3.4).
    @inline(__always)
    static func sort(_ v: inout InlineArray<9, Axes>) {
        exchange(&v, 0, 3)
        exchange(&v, 1, 7)
        exchange(&v, 2, 5)
        exchange(&v, 4, 8)
        exchange(&v, 0, 7)
        exchange(&v, 2, 4)
        exchange(&v, 3, 8)
        exchange(&v, 5, 6)
        exchange(&v, 0, 2)
        exchange(&v, 1, 3)
        exchange(&v, 4, 5)
        exchange(&v, 7, 8)
        exchange(&v, 1, 4)
        exchange(&v, 3, 6)
        exchange(&v, 5, 7)
        exchange(&v, 0, 1)
        exchange(&v, 2, 4)
        exchange(&v, 3, 5)
        exchange(&v, 6, 8)
        exchange(&v, 2, 3)
        exchange(&v, 4, 5)
        exchange(&v, 6, 7)
        exchange(&v, 1, 2)
        exchange(&v, 3, 4)
        exchange(&v, 5, 6)
    }

    /// Sorts 10 values with 29 exchanges, the fewest possible (Knuth, TAOCP 3, section 5.3.4).
    @inline(__always)
    static func sort(_ v: inout InlineArray<10, Axes>) {
        exchange(&v, 0, 8)
        exchange(&v, 1, 9)
        exchange(&v, 2, 7)
        exchange(&v, 3, 5)
        exchange(&v, 4, 6)
        exchange(&v, 0, 2)
        exchange(&v, 1, 4)
        exchange(&v, 5, 8)
        exchange(&v, 7, 9)
        exchange(&v, 0, 3)
        exchange(&v, 2, 4)
        exchange(&v, 5, 7)
        exchange(&v, 6, 9)
        exchange(&v, 0, 1)
        exchange(&v, 3, 6)
        exchange(&v, 8, 9)
        exchange(&v, 1, 5)
        exchange(&v, 2, 3)
        exchange(&v, 4, 8)
        exchange(&v, 6, 7)
        exchange(&v, 1, 2)
        exchange(&v, 3, 5)
        exchange(&v, 4, 6)
        exchange(&v, 7, 8)
        exchange(&v, 2, 3)
        exchange(&v, 4, 5)
        exchange(&v, 6, 7)
        exchange(&v, 3, 4)
        exchange(&v, 5, 6)
    }

    /// Value `rank`, counted from 1, of two sorted runs together; both begin with a sentinel of minus infinity.
    @inline(__always)
    static func ranked(
        _ rank: Int, _ a: UnsafePointer<Axes>, _ countA: Int, _ b: UnsafePointer<Axes>, _ countB: Int
    ) -> Axes {
        // However the rank is shared out, that many values are at most the larger of the two last ones.
        var result = Axes(repeating: .infinity)
        var taken = max(0, rank &- countB)
        let last = min(rank, countA)
        while taken < last {
            let one = high(a[taken], b[rank &- taken])
            let other = high(a[taken &+ 1], b[rank &- taken &- 1])
            result = low(result, low(one, other))
            taken &+= 2
        }
        return taken == last ? low(result, high(a[taken], b[rank &- taken])) : result
    }

    /// Merges two sorted runs; all three begin with a sentinel.
    @inline(__always)
    static func merge(
        _ a: UnsafePointer<Axes>, _ countA: Int, _ b: UnsafePointer<Axes>, _ countB: Int,
        into merged: UnsafeMutablePointer<Axes>
    ) {
        merged[0] = Axes(repeating: -.infinity)
        for rank in 1...(countA + countB) { merged[rank] = ranked(rank, a, countA, b, countB) }
    }

    @inline(__always)
    private static func exchange<let count: Int>(_ v: inout InlineArray<count, Axes>, _ i: Int, _ j: Int) {
        let (a, b) = (v[unchecked: i], v[unchecked: j])
        v[unchecked: i] = low(a, b)
        v[unchecked: j] = high(a, b)
    }

    @inline(__always)
    static func low(_ a: Axes, _ b: Axes) -> Axes { a.replacing(with: b, where: b .< a) }

    @inline(__always)
    static func high(_ a: Axes, _ b: Axes) -> Axes { a.replacing(with: b, where: a .< b) }
}
