import Testing

@testable import USB

@Suite("The handle of a claim")
struct USBHandleUseTests {
    @Test("is given back once, and only when the last who uses it has ended")
    func last() {
        var use = USBHandleUse(7)
        #expect(use.begin() == 7 && use.begin() == 7)
        #expect(use.take() == nil, "nobody closed it")
        use.close()
        #expect(use.begin() == nil, "it is closed")
        #expect(use.take() == nil, "two use it")
        use.end()
        #expect(use.take() == nil, "one uses it")
        use.end()
        #expect(use.take() == 7)
        #expect(use.take() == nil)
    }

    @Test("is given back at once when nobody uses it")
    func idle() {
        var use = USBHandleUse(7)
        use.close()
        #expect(use.take() == 7)
    }
}
