// The chart library, loaded by its own script tag, without the plug-ins that this dashboard does not use: its legend
// writes style attributes, which the page's content security policy forbids.

const { Dygraph } = window;
Dygraph.PLUGINS = [Dygraph.Plugins.Grid, Dygraph.Plugins.Axes];

export default Dygraph;
