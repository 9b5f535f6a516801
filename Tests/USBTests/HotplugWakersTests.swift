import Runtime
import Testing

@testable import USB

@Suite("Who is woken when something is plugged in")
struct HotplugWakersTests {
    @Test("is nobody who waits no more, however often somebody began to")
    func gone() throws {
        let wakers = HotplugWakers()
        let reactor = try Reactor(waker: Waker())
        #expect(wakers.add(reactor.waker))
        for _ in 0..<100 { #expect(!wakers.add(try Waker())) }
        #expect(wakers.count == 1)
        wakers.wake()
        _ = reactor.wait(atMost: .zero)
        #expect(reactor.wasWoken)
    }
}
