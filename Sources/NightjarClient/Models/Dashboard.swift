/// The contents of the first page.
public struct Dashboard: Sendable, Hashable {
    /// The latest night; nil before there is one.
    public var night: NightListDocument.Entry?
    /// The devices that are near or known.
    public var devices: [Device]
    /// Alerts that are not acknowledged.
    public var alerts: [Alert]
    /// Recordings under way.
    public var recordings: [NightRecording]
    /// What could not be had this time, each as a person is told.
    public var problems: [String]
}
