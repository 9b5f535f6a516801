import Testing

@testable import Analysis

@Suite("Sorted values")
struct SortedValuesTests {
    private func quantile(_ values: [Double], _ fraction: Double) -> Double {
        var values = values
        values.sort()
        return values.withUnsafeMutableBufferPointer { OrderStatistics.quantile($0, fraction) }
    }

    @Test("are those that came and did not go, in order")
    func comingAndGoing() {
        var seed: UInt64 = 5
        var (kept, plain) = (SortedValues(capacity: 40), [Double]())
        for _ in 0..<2000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(seed >> 59)
            if plain.count == 40 || seed >> 33 & 1 == 0, let gone = plain.first {
                plain.removeFirst()
                kept.remove(gone)
            } else {
                plain.append(value)
                kept.insert(value)
            }
            #expect(kept.count == plain.count)
            #expect((0..<kept.count).map { kept[$0] } == plain.sorted())
            #expect(kept.quantile(0.25) == quantile(plain, 0.25))
        }
        kept.remove(-1)
        kept.remove(1e9)
        #expect(kept.count == plain.count)
    }

    @Test("have quantiles together with a few others", arguments: [(0, 0), (0, 7), (1, 0), (5, 10), (81, 10), (80, 3)])
    func together(count: Int, few: Int) {
        var seed: UInt64 = 11
        var (kept, others, all) = (SortedValues(capacity: 91), SortedValues(capacity: 10), [Double]())
        for index in 0..<(count + few) {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(seed >> 58)
            all.append(value)
            if index < count { kept.insert(value) } else { others.insert(value) }
        }
        for fraction in [0, 0.1, 0.25, 0.5, 0.75, 0.99, 1] {
            #expect(kept.quantile(fraction, with: others) == quantile(all, fraction))
        }
    }
}
