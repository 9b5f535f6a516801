/// What the first page shows.
public struct Dashboard: Sendable, Hashable {
    /// The latest night; nil before there is one.
    public var night: NightListDocument.Entry?
    /// The devices that are near or known.
    public var devices: [DeviceDocument]
    /// What the owner must hear of.
    public var alerts: [AlertDocument]
    /// The nights that are being recorded.
    public var recordings: [NightRecordingDocument]
    /// What could not be had this time, each as a person is told.
    public var problems: [String]
}
