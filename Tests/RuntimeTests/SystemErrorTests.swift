import Glibc
import Runtime
import Signals
import Testing

struct SystemErrorTests {
    @Test func saysWhatWasRefusedInTheSystemsWords() {
        #expect("\(SystemError(EACCES, "open", "/x"))" == "open /x: Permission denied (13)")
        #expect("\(SystemError(EMFILE, "eventfd"))" == "eventfd: Too many open files (24)")
        #expect(SystemError(-7, "call").reason.contains("-7"))
    }

    @Test(arguments: [
        (EACCES, Failure.Code.notPermitted), (EPERM, .notPermitted), (EROFS, .notPermitted), (EIO, .failed),
    ])
    func makesOneKindOfFailure(number: Int32, code: Failure.Code) {
        let error = SystemError(number, "open", "/x")
        let failure = Failure(error, "/x cannot be opened")
        #expect(failure.code == code)
        #expect(failure.message == "/x cannot be opened: \(error.reason).")
        #expect(failure.cause as? SystemError == error)
        #expect(Failure(error, "No", as: .notFound).code == .notFound)
    }

    @Test(arguments: [ENOSPC, EDQUOT])
    func tellsAFullDisk(number: Int32) {
        let failure = Failure(SystemError(number, "write", "/x"), "/x cannot be written", advice: "Free some space.")
        #expect(failure.cause is NoSpace)
        #expect(failure.message.hasSuffix(". Free some space."))
    }

    @Test func nameOfTheCallComesWithWhatFailed() throws {
        let failure = try #require(throws: Failure.self) { try WholeFile("/nonexistent/a") }
        #expect(failure.cause as? SystemError == SystemError(ENOENT, "open", "/nonexistent/a"))
        #expect(failure.message == "/nonexistent/a cannot be written: No such file or directory.")
    }
}
