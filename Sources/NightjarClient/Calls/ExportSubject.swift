/// What is exported.
public enum ExportSubject: Sendable, Hashable {
    /// A night.
    case night(NightRequest)
    /// A night recorded by button or schedule, by its number, nil for the last; of one device, or of all.
    case nightRecording(Int?, device: String?)
    /// An imported file, by its number.
    case recording(Int)

    fileprivate func call(_ choice: ExportChoice) -> Call<Nothing> {
        switch self {
        case .night(let night): Call(.exportNight, NightExportRequest(night, choice))
        case .nightRecording(let id, let device):
            Call(.exportNightRecording, NightRecordingExportRequest(id, device: device, choice))
        case .recording(let id):
            Call(.exportRecording, RecordingExportRequest(RowNumber(Int64(id)), choice))
        }
    }
}

extension Call where Reply == ExportFilesDocument {
    /// The files of an export.
    /// - Parameters:
    ///   - subject: what is exported.
    ///   - choice: how.
    public static func exportFiles(of subject: ExportSubject, _ choice: ExportChoice) -> Self {
        var choice = choice
        choice.isList = true
        return subject.call(choice).answered(by: ExportFilesDocument.self)
    }
}

extension Call where Reply == Nothing {
    /// One file of an export, to be taken with ``NightjarClient/data(_:)`` or ``NightjarClient/reply(_:headers:patience:)``.
    /// - Parameters:
    ///   - name: the file's name as ``exportFiles(of:_:)`` tells it.
    ///   - subject: what is exported.
    ///   - choice: how.
    public static func exportFile(_ name: String, of subject: ExportSubject, _ choice: ExportChoice) -> Self {
        var choice = choice
        choice.file = name
        return subject.call(choice)
    }
}
