import Accounts
import Testing

@Suite("Rate limit")
struct RateLimitTests {
    private let noon = Duration.seconds(1_000_000)

    @Test("hears a few attempts at once and then one now and then")
    func paces() {
        var limit = RateLimit(burst: 3, secondsEach: 60)
        for _ in 0..<3 {
            #expect(limit.wait("ada", at: noon) == nil)
            limit.count("ada", at: noon)
        }
        #expect(limit.wait("ada", at: noon) == 60)
        #expect(limit.wait("ben", at: noon) == nil)
        #expect(limit.wait("ada", at: noon + .seconds(45)) == 15)
        #expect(limit.wait("ada", at: noon + .seconds(60)) == nil)
        limit.clear("ada")
        #expect(limit.wait("ada", at: noon) == nil)
    }

    @Test("remembers who is blocked when many others come")
    func bounded() {
        var limit = RateLimit(burst: 2, secondsEach: 60, keyLimit: 64)
        for _ in 0..<2 { limit.count("ada", at: noon) }
        for number in 0..<1000 { limit.count("stranger \(number)", at: noon) }
        #expect(limit.wait("ada", at: noon) == 60)
    }
}
