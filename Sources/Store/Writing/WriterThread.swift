import Glibc
import Runtime
import Signals
import Synchronization

/// The thread on which the one writing connection of the process lives: every write and every checkpoint happens
/// here, one transaction after the other.
final class WriterThread: @unchecked Sendable {
    private let gate: IntakeGate
    // Touched by the new thread alone once it runs; until then by `start`.
    private let writer: Writer
    // Written by `start` before anyone else sees the object.
    private var thread = pthread_t()

    private init(_ writer: Writer, gate: IntakeGate) {
        self.writer = writer
        self.gate = gate
    }

    /// Moves `writer` to a thread of its own.
    static func start(_ writer: sending Writer, gate: IntakeGate) throws(Failure) -> WriterThread {
        let object = WriterThread(writer, gate: gate)
        let context = Unmanaged.passRetained(object)
        let code = pthread_create(&object.thread, nil, runWriterThread, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw Failure(SystemError(code, "pthread_create"), "The store's writer cannot start")
        }
        return object
    }

    /// Blocks until the thread has ended; call after `IntakeGate.close()`, once.
    func join() { pthread_join(thread, nil) }

    fileprivate func run() {
        while let work = gate.take() {
            let began = monotonicNow()
            do {
                let done = try writer.commit(work)
                gate.note(work)
                gate.committed(work, took: monotonicNow() - began, duplicates: done.duplicates)
                for (job, result) in done.jobs { job.finish(result) }
                // What is on disk stays so: nothing that follows can make it wait or fail again.
                for case .job(let job) in work.bulk where job.isOutside { job.finish(writer.run(job)) }
                gate.plan(maintenance: writer.tidyUp())
            } catch {
                let failure = writer.explain(error)
                // First, so that whoever is told of the failure sees that parts of imports are lost.
                let goesOn = gate.failed(work, failure)
                for case .job(let job) in work.bulk { job.finish(.failure(failure)) }
                guard goesOn else { break }
            }
        }
        writer.shutDown()
    }
}

/// The thread's body; a function of the file because C calls it.
private func runWriterThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<WriterThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
