import Testing

@testable import Analysis

@Suite("Scales of counts")
struct CountScaleTests {
    @Test("are rows of a table: an axis of their own, a share of a published rule, and where both come from")
    func rows() {
        let all = CountScale.all
        #expect(Set(all.map(\.name)).count == all.count && Set(all.map(\.axis)).count == all.count)
        #expect(all.allSatisfy { $0.transfer > 0 && $0.transfer <= 1 && !$0.source.isEmpty })
        // Rules on one minute are all that nights are scored with.
        #expect(all.allSatisfy { $0.scorer.epochSeconds?.contains(60) == true })
    }

    @Test("are known by the axes of a channel, the first of the table before others, and steps beside counts are none")
    func axes() {
        for scale in CountScale.all where scale != .steps {
            #expect(CountScale(axes: ["steps", "unknown", scale.axis]) == scale)
        }
        #expect(CountScale(axes: ["zcm", "axis1"]) == .actigraph)
        #expect(CountScale(axes: ["steps"]) == nil && CountScale(axes: []) == nil)
    }
}
