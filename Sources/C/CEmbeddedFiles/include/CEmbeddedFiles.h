// CEmbeddedFiles: the files of the report pages and the script of the peer filters.
// As texts that the program contains: it looks for no file when it runs. As arrays of bytes in Swift they took the compiler 25 s.
#ifndef CARDAN_EMBEDDED_FILES_H
#define CARDAN_EMBEDDED_FILES_H

const char *_Nonnull cardan_page_address_js(void);
const char *_Nonnull cardan_page_benchmark_js(void);
const char *_Nonnull cardan_page_body_js(void);
const char *_Nonnull cardan_page_chart_js(void);
const char *_Nonnull cardan_page_curves_js(void);
const char *_Nonnull cardan_page_data_js(void);
const char *_Nonnull cardan_page_findings_js(void);
const char *_Nonnull cardan_page_folder_js(void);
const char *_Nonnull cardan_page_gestures_js(void);
const char *_Nonnull cardan_page_legend_js(void);
const char *_Nonnull cardan_page_packed_js(void);
const char *_Nonnull cardan_page_palette_css(void);
const char *_Nonnull cardan_page_player_js(void);
const char *_Nonnull cardan_page_plot_js(void);
const char *_Nonnull cardan_page_report_css(void);
const char *_Nonnull cardan_page_report_html(void);
const char *_Nonnull cardan_page_report_js(void);
const char *_Nonnull cardan_page_saving_js(void);
const char *_Nonnull cardan_page_sections_js(void);
const char *_Nonnull cardan_page_shapes_js(void);
const char *_Nonnull cardan_page_view_js(void);

const char *_Nonnull cardan_peers_py(void);

#endif
