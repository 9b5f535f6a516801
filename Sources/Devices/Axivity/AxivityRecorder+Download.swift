import Recordings
import Signals

/// The progress of a download.
package enum AxivityProgress: Hashable, Sendable {
    /// Bytes copied, and the size of the file.
    case copied(Int, of: Int)
    /// The share of the copy that has been verified, 0 ... 1.
    case verified(Double)
}

/// A copy with its verification.
package struct AxivityDownloaded: Hashable, Sendable {
    /// The copy.
    package var copy: AxivityDownload.Outcome
    /// Whether the copy equals what the recorder holds.
    package var verification: AxivityVerification
}

extension AxivityRecorder {
    /// Copies the recording and checks the copy. What an earlier attempt copied is not copied again.
    /// - Parameters:
    ///   - target: the path of the copy, from the name that recorder and session give it.
    ///   - progress: told how far it is.
    /// - Throws: `Failure`: `notFound` when nothing was recorded, `failed` with ``AxivityDisconnected`` as its cause when the
    ///   recorder went away; `CancellationError`. The part that was copied stays.
    package func download(
        to target: @escaping @Sendable (_ name: String) -> String,
        progress: @escaping @Sendable (AxivityProgress) -> Void
    ) async throws -> AxivityDownloaded {
        // The copy needs no serial line; a recorder that does not answer still gives its file, with a witness less.
        let number = try? await talk { _, identity in identity.number }
        try Task.checkCancellation()
        return try await withFile(reply: number) { file, identification in
            guard let file, file.hasData else {
                throw Failure(.notFound, "The recorder holds no recording: it was not unplugged since it was set up.")
            }
            let copy = try AxivityDownload(of: file, to: target(AxivityDownload.name(for: file.header))).run {
                progress(.copied($0, of: $1))
            }
            let verification = try AxivityVerification(
                copy: copy.path, source: file, identification: identification
            ) { progress(.verified($0)) }
            return AxivityDownloaded(copy: copy, verification: verification)
        }
    }
}
