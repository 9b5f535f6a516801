import Glibc
import Runtime
import Synchronization
import Testing

@Suite("What a thread waits with", .timeLimit(.minutes(1)))
struct ReactorTests {
    private func pair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("tells what can be read and written, by token")
    func events() throws {
        let reactor = try Reactor(waker: Waker())
        let (near, far) = pair()
        reactor.watch(.init(near, token: 7, for: [.input, .output]))
        #expect(reactor.wait() == [.init(token: 7, isReadable: false, isWritable: true, hasFailed: false)])
        reactor.watch(.init(near, token: 7, for: .input))
        #expect(reactor.wait(atMost: .zero).isEmpty)
        #expect(write(far, "x", 1) == 1)
        #expect(reactor.wait().map(\.isReadable) == [true])
        // What was not read is told of again.
        #expect(reactor.wait().map(\.token) == [7])
        close(far)
        #expect(reactor.wait().map(\.hasFailed) == [true])
        reactor.forget(7)
        #expect(reactor.wait(atMost: .zero).isEmpty)
        close(near)
    }

    @Test("waits for exactly those that it was last given, also under numbers that came again")
    func only() throws {
        let reactor = try Reactor(waker: Waker())
        let (near, far) = pair()
        let (other, others) = pair()
        for end in [far, others] { #expect(write(end, "x", 1) == 1) }
        reactor.watch(only: [
            .init(near, token: 1, for: .input), .init(other, token: 2, for: .input), .init(-1, token: 3, for: .input),
        ])
        #expect(Set(reactor.wait().map(\.token)) == [1, 2])
        reactor.watch(only: [.init(other, token: 2, for: .input)])
        #expect(reactor.wait().map(\.token) == [2])
        // The number of a closed descriptor goes to the next one that is opened.
        close(near)
        let again = dup(other)
        #expect(again == near)
        reactor.watch(only: [.init(again, token: 4, for: .input)])
        #expect(reactor.wait().map(\.token) == [4])
        for end in [far, other, others, again] { close(end) }
    }

    @Test("is woken by another thread, once for many calls")
    func waker() throws {
        let waker = try Waker()
        let reactor = try Reactor(waker: waker)
        let thread = try LoopThread { for _ in 0..<1000 { waker.wake() } }
        #expect(reactor.wait().isEmpty)
        thread.join()
        waker.wake()
        #expect(reactor.wait().isEmpty && reactor.wasWoken)
        // It is quiet again: only the time ends this one.
        let began = ContinuousClock.now
        #expect(reactor.wait(atMost: .milliseconds(20)).isEmpty)
        #expect(ContinuousClock.now - began >= .milliseconds(20))
    }

    @Test("waits for no less than it was told, and for an hour at most in one go")
    func times() throws {
        let reactor = try Reactor(waker: Waker())
        let began = ContinuousClock.now
        _ = reactor.wait(atMost: .microseconds(1500))
        #expect(ContinuousClock.now - began >= .microseconds(1500))
        let waker = reactor.waker
        let thread = try LoopThread {
            usleep(1000)
            waker.wake()
        }
        // Of a hostile or a forgotten size: it does not trap.
        _ = reactor.wait(atMost: .seconds(Int64.max))
        thread.join()
        _ = reactor.wait(atMost: .seconds(-5))
    }
}
