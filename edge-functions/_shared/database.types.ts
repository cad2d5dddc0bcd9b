export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  personal: {
    Tables: {
      form_5_annualtargets_sensitive: {
        Row: {
          age: number | null;
          age_base_group: string | null;
          birthday: string | null;
          id: number;
          is_4ps_beneficiary: string | null;
          is_ip: string | null;
          is_pwd: string | null;
          is_solo_parent: string | null;
          office: string;
        };
        ComputedFields: never;
        Insert: {
          age?: number | null;
          age_base_group?: string | null;
          birthday?: string | null;
          id: number;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          office: string;
        };
        Update: {
          age?: number | null;
          age_base_group?: string | null;
          birthday?: string | null;
          id?: number;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          office?: string;
        };
        Relationships: [
          {
            foreignKeyName: "form_5_annualtargets_sensitive_of";
            columns: ["id"];
            isOneToOne: true;
            referencedRelation: "form_5_annualtargets_in_full";
            referencedColumns: ["id"];
          },
        ];
      };
      participants_sensitive: {
        Row: {
          age: number | null;
          age_base_group: string | null;
          birthday: string | null;
          id: number;
          is_4ps_beneficiary: string | null;
          is_ip: string | null;
          is_pwd: string | null;
          is_solo_parent: string | null;
          office: string;
        };
        ComputedFields: never;
        Insert: {
          age?: number | null;
          age_base_group?: string | null;
          birthday?: string | null;
          id: number;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          office: string;
        };
        Update: {
          age?: number | null;
          age_base_group?: string | null;
          birthday?: string | null;
          id?: number;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          office?: string;
        };
        Relationships: [
          {
            foreignKeyName: "participants_sensitive_of";
            columns: ["id"];
            isOneToOne: true;
            referencedRelation: "participants_in_full";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      form_5_annualtargets_in_full: {
        Row: {
          age: number | null;
          age_base_group: string | null;
          agri_inputs: string | null;
          agri_technology_inputs_provided: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          birthday: string | null;
          cd: string | null;
          conducted_by: string | null;
          crop_product: string | null;
          current_it_level: string | null;
          current_it_status: string | null;
          date_conducted: string | null;
          end_date: string | null;
          fund_source: string | null;
          id: number;
          is_4ps_beneficiary: string | null;
          is_ip: string | null;
          is_pwd: string | null;
          is_solo_parent: string | null;
          muncity_name: string | null;
          office: string;
          participant_category: string | null;
          participant_name: string | null;
          participant_sub_category: string | null;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          sex: string | null;
          start_date: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_category: string | null;
          training_cost: number | null;
          training_days: number | null;
          training_id: string | null;
          training_title: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      participants_in_full: {
        Row: {
          age: number | null;
          age_base_group: string | null;
          agri_technology_inputs_provided: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          birthday: string | null;
          cd: string | null;
          fund_source: string | null;
          id: number;
          is_4ps_beneficiary: string | null;
          is_ip: string | null;
          is_pwd: string | null;
          is_solo_parent: string | null;
          muncity_name: string | null;
          office: string;
          participant_category: string | null;
          participant_name: string;
          participant_sub_category: string | null;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          sex: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_id: string[] | null;
          updated_at: string;
          user_id: string | null;
          wo_training_id: string[] | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
    };
    Functions: {
      [_ in never]: never;
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
  public: {
    Tables: {
      activities: {
        Row: {
          arbo: number | null;
          arbo_id: string | null;
          arc: number | null;
          arc_id: string | null;
          form: string;
          fund_source: string | null;
          kind: string | null;
          matched_within: number;
          muncity_name: string | null;
          office: string;
          organization: string | null;
          province_name: string | null;
          psp_category: string | null;
          quantity: number;
          region_name: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_id: number;
          side: string;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          table_name: string;
          year: number | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          arbo?: number | null;
          arbo_id?: string | null;
          arc?: number | null;
          arc_id?: string | null;
          form: string;
          fund_source?: string | null;
          kind?: string | null;
          matched_within: number;
          muncity_name?: string | null;
          office: string;
          organization?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity: number;
          region_name?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_id: number;
          side: string;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          table_name: string;
          year?: number | null;
          year_funded?: number | null;
        };
        Update: {
          arbo?: number | null;
          arbo_id?: string | null;
          arc?: number | null;
          arc_id?: string | null;
          form?: string;
          fund_source?: string | null;
          kind?: string | null;
          matched_within?: number;
          muncity_name?: string | null;
          office?: string;
          organization?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number;
          region_name?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_id?: number;
          side?: string;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          table_name?: string;
          year?: number | null;
          year_funded?: number | null;
        };
        Relationships: [];
      };
      arb_marketing_assistance_monitoring: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arb_female_farmer: number | null;
          arb_female_raw: number | null;
          arb_female_total: number | null;
          arb_male_farmer: number | null;
          arb_male_raw: number | null;
          arb_male_total: number | null;
          arb_total_farmer: number | null;
          arb_total_raw: number | null;
          arb_total_total: number | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          dar_projects: string | null;
          darpo_assistance: string | null;
          fund_source: string | null;
          id: number;
          muncity_name: string | null;
          nonarb_female_farmer: number | null;
          nonarb_female_raw: number | null;
          nonarb_female_total: number | null;
          nonarb_male_farmer: number | null;
          nonarb_male_raw: number | null;
          nonarb_male_total: number | null;
          nonarb_total_farmer: number | null;
          nonarb_total_raw: number | null;
          nonarb_total_total: number | null;
          office: string;
          overall_total: number | null;
          prj_assistance_category: string | null;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          soft_check_reason: string | null;
          special_commodity: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          total_gross: number | null;
          total_volume: number | null;
          transaction_from: string | null;
          transaction_to: string | null;
          type_commodity: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_female_farmer?: number | null;
          arb_female_raw?: number | null;
          arb_female_total?: number | null;
          arb_male_farmer?: number | null;
          arb_male_raw?: number | null;
          arb_male_total?: number | null;
          arb_total_farmer?: number | null;
          arb_total_raw?: number | null;
          arb_total_total?: number | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          dar_projects?: string | null;
          darpo_assistance?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          nonarb_female_farmer?: number | null;
          nonarb_female_raw?: number | null;
          nonarb_female_total?: number | null;
          nonarb_male_farmer?: number | null;
          nonarb_male_raw?: number | null;
          nonarb_male_total?: number | null;
          nonarb_total_farmer?: number | null;
          nonarb_total_raw?: number | null;
          nonarb_total_total?: number | null;
          office?: never;
          overall_total?: number | null;
          prj_assistance_category?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          special_commodity?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          total_gross?: number | null;
          total_volume?: number | null;
          transaction_from?: string | null;
          transaction_to?: string | null;
          type_commodity?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_female_farmer?: number | null;
          arb_female_raw?: number | null;
          arb_female_total?: number | null;
          arb_male_farmer?: number | null;
          arb_male_raw?: number | null;
          arb_male_total?: number | null;
          arb_total_farmer?: number | null;
          arb_total_raw?: number | null;
          arb_total_total?: number | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          dar_projects?: string | null;
          darpo_assistance?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          nonarb_female_farmer?: number | null;
          nonarb_female_raw?: number | null;
          nonarb_female_total?: number | null;
          nonarb_male_farmer?: number | null;
          nonarb_male_raw?: number | null;
          nonarb_male_total?: number | null;
          nonarb_total_farmer?: number | null;
          nonarb_total_raw?: number | null;
          nonarb_total_total?: number | null;
          office?: never;
          overall_total?: number | null;
          prj_assistance_category?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          special_commodity?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          total_gross?: number | null;
          total_volume?: number | null;
          transaction_from?: string | null;
          transaction_to?: string | null;
          type_commodity?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arb_marketing_assistance_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "arb_marketing_assistance_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "arb_marketing_assistance_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "arb_marketing_assistance_monitoring_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "arb_marketing_assistance_monitoring_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      arbo_marketing_targets: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          fund_source: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          target_commodity: string | null;
          time_stamp: string;
          training_id: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          target_commodity?: string | null;
          time_stamp?: string;
          training_id?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          target_commodity?: string | null;
          time_stamp?: string;
          training_id?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arbo_marketing_targets_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "arbo_marketing_targets_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "arbo_marketing_targets_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "arbo_marketing_targets_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "arbo_marketing_targets_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "arbo_marketing_targets_training_id_exists";
            columns: ["training_id"];
            isOneToOne: false;
            referencedRelation: "arbo_trainings";
            referencedColumns: ["training_id"];
          },
        ];
      };
      arbo_masterlist: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arb_female_baseline_2014: number | null;
          arb_female_registered_rsbsa: number | null;
          arb_male_baseline_2014: number | null;
          arb_male_registered_rsbsa: number | null;
          arb_total_baseline_2014: number | null;
          arb_total_registered_rsbsa: number | null;
          arbo_id: string | null;
          arbo_name: string;
          arbo_service_coverage: string | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          coc_cgs_attachment_link: string | null;
          coc_or_cgs_number: string | null;
          current_arbo_status: string | null;
          date_of_registration: string | null;
          enterprises_services_count: number | null;
          former_names: string[] | null;
          id: number;
          it_easy_level_2024: string | null;
          it_easy_status_2024: string | null;
          itema_level_2019: string | null;
          itema_status_2019: string | null;
          latest_audited_fs: number | null;
          latest_date_of_coc_cgs: string | null;
          members_with_savings: number | null;
          muncity_name: string | null;
          no_arb_member_female: number | null;
          no_arb_member_male: number | null;
          no_arb_member_total: number | null;
          office: string;
          oma_level_2013: string | null;
          org_type: string | null;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          registering_agency: string | null;
          registration_number: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          sitio_purok_street: string | null;
          soft_check_reason: string | null;
          source_of_loans: string | null;
          status: string | null;
          time_stamp: string;
          total_amount_of_loans: number | null;
          total_asset: number | null;
          total_female_baseline_2014: number | null;
          total_liabilities: number | null;
          total_male_baseline_2014: number | null;
          total_member: number | null;
          total_member_female: number | null;
          total_member_male: number | null;
          total_members_with_paid_dues: number | null;
          total_members_with_share_capital: number | null;
          total_membership_dues_amount: number | null;
          total_savings_generated_amount: number | null;
          total_share_capital_amount: number | null;
          total_total_baseline_2014: number | null;
          updated_at: string;
          user_id: string | null;
          year_organized: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_female_baseline_2014?: number | null;
          arb_female_registered_rsbsa?: number | null;
          arb_male_baseline_2014?: number | null;
          arb_male_registered_rsbsa?: number | null;
          arb_total_baseline_2014?: number | null;
          arb_total_registered_rsbsa?: number | null;
          arbo_id?: string | null;
          arbo_name: string;
          arbo_service_coverage?: string | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          coc_cgs_attachment_link?: string | null;
          coc_or_cgs_number?: string | null;
          current_arbo_status?: string | null;
          date_of_registration?: string | null;
          enterprises_services_count?: number | null;
          former_names?: string[] | null;
          id?: never;
          it_easy_level_2024?: string | null;
          it_easy_status_2024?: string | null;
          itema_level_2019?: string | null;
          itema_status_2019?: string | null;
          latest_audited_fs?: number | null;
          latest_date_of_coc_cgs?: string | null;
          members_with_savings?: number | null;
          muncity_name?: string | null;
          no_arb_member_female?: number | null;
          no_arb_member_male?: number | null;
          no_arb_member_total?: number | null;
          office?: never;
          oma_level_2013?: string | null;
          org_type?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          registering_agency?: string | null;
          registration_number?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          sitio_purok_street?: string | null;
          soft_check_reason?: string | null;
          source_of_loans?: string | null;
          status?: string | null;
          time_stamp?: string;
          total_amount_of_loans?: number | null;
          total_asset?: number | null;
          total_female_baseline_2014?: number | null;
          total_liabilities?: number | null;
          total_male_baseline_2014?: number | null;
          total_member?: number | null;
          total_member_female?: number | null;
          total_member_male?: number | null;
          total_members_with_paid_dues?: number | null;
          total_members_with_share_capital?: number | null;
          total_membership_dues_amount?: number | null;
          total_savings_generated_amount?: number | null;
          total_share_capital_amount?: number | null;
          total_total_baseline_2014?: number | null;
          updated_at?: string;
          user_id?: string | null;
          year_organized?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_female_baseline_2014?: number | null;
          arb_female_registered_rsbsa?: number | null;
          arb_male_baseline_2014?: number | null;
          arb_male_registered_rsbsa?: number | null;
          arb_total_baseline_2014?: number | null;
          arb_total_registered_rsbsa?: number | null;
          arbo_id?: string | null;
          arbo_name?: string;
          arbo_service_coverage?: string | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          coc_cgs_attachment_link?: string | null;
          coc_or_cgs_number?: string | null;
          current_arbo_status?: string | null;
          date_of_registration?: string | null;
          enterprises_services_count?: number | null;
          former_names?: string[] | null;
          id?: never;
          it_easy_level_2024?: string | null;
          it_easy_status_2024?: string | null;
          itema_level_2019?: string | null;
          itema_status_2019?: string | null;
          latest_audited_fs?: number | null;
          latest_date_of_coc_cgs?: string | null;
          members_with_savings?: number | null;
          muncity_name?: string | null;
          no_arb_member_female?: number | null;
          no_arb_member_male?: number | null;
          no_arb_member_total?: number | null;
          office?: never;
          oma_level_2013?: string | null;
          org_type?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          registering_agency?: string | null;
          registration_number?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          sitio_purok_street?: string | null;
          soft_check_reason?: string | null;
          source_of_loans?: string | null;
          status?: string | null;
          time_stamp?: string;
          total_amount_of_loans?: number | null;
          total_asset?: number | null;
          total_female_baseline_2014?: number | null;
          total_liabilities?: number | null;
          total_male_baseline_2014?: number | null;
          total_member?: number | null;
          total_member_female?: number | null;
          total_member_male?: number | null;
          total_members_with_paid_dues?: number | null;
          total_members_with_share_capital?: number | null;
          total_membership_dues_amount?: number | null;
          total_savings_generated_amount?: number | null;
          total_share_capital_amount?: number | null;
          total_total_baseline_2014?: number | null;
          updated_at?: string;
          user_id?: string | null;
          year_organized?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arbo_masterlist_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      arbo_trainings: {
        Row: {
          agri_inputs: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          conducted_by: string | null;
          date_conducted: string | null;
          end_date: string | null;
          fund_source: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          start_date: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_category: string | null;
          training_cost: number | null;
          training_days: number | null;
          training_id: string | null;
          training_title: string;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          agri_inputs?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          conducted_by?: string | null;
          date_conducted?: string | null;
          end_date?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_category?: string | null;
          training_cost?: number | null;
          training_days?: number | null;
          training_id?: string | null;
          training_title: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          agri_inputs?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          conducted_by?: string | null;
          date_conducted?: string | null;
          end_date?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_category?: string | null;
          training_cost?: number | null;
          training_days?: number | null;
          training_id?: string | null;
          training_title?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arbo_trainings_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "arbo_trainings_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "arbo_trainings_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "arbo_trainings_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "arbo_trainings_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      arc_barangays_covered: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arc_id: string;
          barangay_name: string | null;
          cd: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_id: string;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_id?: string;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "arc_barangays_covered_arc_id_fkey";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "arc_barangays_covered_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      arc_masterlist: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arc_classification: string | null;
          arc_id: string;
          arc_name: string;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
          year_launched: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_classification?: string | null;
          arc_id: string;
          arc_name: string;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_launched?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_classification?: string | null;
          arc_id?: string;
          arc_name?: string;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_launched?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arc_masterlist_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      attachments: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          barangay_name: string | null;
          caption: string | null;
          cd: string | null;
          content_type: string | null;
          duplicate_of: number | null;
          field: string;
          file_name: string | null;
          file_path: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          record_id: number;
          record_table: string;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          sha256: string | null;
          size: number | null;
          status: string | null;
          thumbnail_path: string | null;
          time_stamp: string;
          updated_at: string;
          upload_id: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          barangay_name?: string | null;
          caption?: string | null;
          cd?: string | null;
          content_type?: string | null;
          duplicate_of?: number | null;
          field: string;
          file_name?: string | null;
          file_path?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          record_id: number;
          record_table: string;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          sha256?: string | null;
          size?: number | null;
          status?: string | null;
          thumbnail_path?: string | null;
          time_stamp?: string;
          updated_at?: string;
          upload_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          barangay_name?: string | null;
          caption?: string | null;
          cd?: string | null;
          content_type?: string | null;
          duplicate_of?: number | null;
          field?: string;
          file_name?: string | null;
          file_path?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          record_id?: number;
          record_table?: string;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          sha256?: string | null;
          size?: number | null;
          status?: string | null;
          thumbnail_path?: string | null;
          time_stamp?: string;
          updated_at?: string;
          upload_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "attachments_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      dropdown_values: {
        Row: {
          category: string | null;
          id: number;
          list: string;
          sub_category: string | null;
          type: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          category?: string | null;
          id?: never;
          list: string;
          sub_category?: string | null;
          type?: string | null;
          user_id?: string | null;
        };
        Update: {
          category?: string | null;
          id?: never;
          list?: string;
          sub_category?: string | null;
          type?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      evidence_files: {
        Row: {
          at: string;
          content_type: string;
          evidence_table: string;
          file_name: string;
          file_path: string;
          office: string;
          row_id: number | null;
          sha256: string;
          size: number;
          state: string;
          thumbnail_path: string | null;
          thumbnail_sha256: string | null;
          thumbnail_size: number | null;
          upload_id: string;
          user_id: string;
          window_name: string;
        };
        ComputedFields: never;
        Insert: {
          at?: string;
          content_type: string;
          evidence_table: string;
          file_name: string;
          file_path: string;
          office: string;
          row_id?: number | null;
          sha256: string;
          size: number;
          state?: string;
          thumbnail_path?: string | null;
          thumbnail_sha256?: string | null;
          thumbnail_size?: number | null;
          upload_id: string;
          user_id: string;
          window_name: string;
        };
        Update: {
          at?: string;
          content_type?: string;
          evidence_table?: string;
          file_name?: string;
          file_path?: string;
          office?: string;
          row_id?: number | null;
          sha256?: string;
          size?: number;
          state?: string;
          thumbnail_path?: string | null;
          thumbnail_sha256?: string | null;
          thumbnail_size?: number | null;
          upload_id?: string;
          user_id?: string;
          window_name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "evidence_files_office_fkey";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      farmers_tracking_income: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arb_nonarb: string | null;
          arbo_id: string | null;
          arbo_incentive: number | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          buyer_name: string | null;
          cd: string | null;
          clusters_involved: string | null;
          crop_sold: string | null;
          delivery_date: string | null;
          female_arb: number | null;
          female_non_arb: number | null;
          fund_source: string | null;
          gross_profit: number | null;
          gross_sales: number | null;
          gross_sales_trader: number | null;
          id: number;
          male_arb: number | null;
          male_non_arb: number | null;
          marketing_cost_per_unit: number | null;
          muncity_name: string | null;
          net_income: number | null;
          office: string;
          percent_difference: number | null;
          post_harvest_cost_per_unit: number | null;
          price_per_unit: number | null;
          process_stage: string | null;
          production_cost_per_unit: number | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          soft_check_reason: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          total_marketing_cost: number | null;
          total_post_harvest_cost: number | null;
          total_production_cost: number | null;
          trader_arrangement: string | null;
          trader_market_price_per_unit: number | null;
          trader_marketing_cost_per_unit: number | null;
          trader_net_income: number | null;
          trader_total_marketing_cost: number | null;
          unit: string | null;
          updated_at: string;
          user_id: string | null;
          volume_sold: number | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_nonarb?: string | null;
          arbo_id?: string | null;
          arbo_incentive?: number | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          buyer_name?: string | null;
          cd?: string | null;
          clusters_involved?: string | null;
          crop_sold?: string | null;
          delivery_date?: string | null;
          female_arb?: number | null;
          female_non_arb?: number | null;
          fund_source?: string | null;
          gross_profit?: number | null;
          gross_sales?: number | null;
          gross_sales_trader?: number | null;
          id?: never;
          male_arb?: number | null;
          male_non_arb?: number | null;
          marketing_cost_per_unit?: number | null;
          muncity_name?: string | null;
          net_income?: number | null;
          office?: never;
          percent_difference?: number | null;
          post_harvest_cost_per_unit?: number | null;
          price_per_unit?: number | null;
          process_stage?: string | null;
          production_cost_per_unit?: number | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          total_marketing_cost?: number | null;
          total_post_harvest_cost?: number | null;
          total_production_cost?: number | null;
          trader_arrangement?: string | null;
          trader_market_price_per_unit?: number | null;
          trader_marketing_cost_per_unit?: number | null;
          trader_net_income?: number | null;
          trader_total_marketing_cost?: number | null;
          unit?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume_sold?: number | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_nonarb?: string | null;
          arbo_id?: string | null;
          arbo_incentive?: number | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          buyer_name?: string | null;
          cd?: string | null;
          clusters_involved?: string | null;
          crop_sold?: string | null;
          delivery_date?: string | null;
          female_arb?: number | null;
          female_non_arb?: number | null;
          fund_source?: string | null;
          gross_profit?: number | null;
          gross_sales?: number | null;
          gross_sales_trader?: number | null;
          id?: never;
          male_arb?: number | null;
          male_non_arb?: number | null;
          marketing_cost_per_unit?: number | null;
          muncity_name?: string | null;
          net_income?: number | null;
          office?: never;
          percent_difference?: number | null;
          post_harvest_cost_per_unit?: number | null;
          price_per_unit?: number | null;
          process_stage?: string | null;
          production_cost_per_unit?: number | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          total_marketing_cost?: number | null;
          total_post_harvest_cost?: number | null;
          total_production_cost?: number | null;
          trader_arrangement?: string | null;
          trader_market_price_per_unit?: number | null;
          trader_marketing_cost_per_unit?: number | null;
          trader_net_income?: number | null;
          trader_total_marketing_cost?: number | null;
          unit?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume_sold?: number | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "farmers_tracking_income_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "farmers_tracking_income_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "farmers_tracking_income_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "farmers_tracking_income_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "farmers_tracking_income_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      fme_inventory_table: {
        Row: {
          acceptance_cert_received: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          cpr_expiry: string | null;
          cpr_registration: string | null;
          deed_donation_date: string | null;
          enterprise_established: string | null;
          environment_certificate: string | null;
          fda_lto_certificate: string | null;
          fda_lto_expiry: string | null;
          female_arb_processors: number | null;
          female_nonarb_processors: number | null;
          fme_inventory_id: string | null;
          fund_source: string | null;
          halal_expiry: string | null;
          halal_registration: string | null;
          id: number;
          inventory_conducted: string | null;
          male_arb_processors: number | null;
          male_nonarb_processors: number | null;
          muncity_name: string | null;
          nonfunctional_reason: string | null;
          nonutilized_reason: string | null;
          npk_certificate: string | null;
          office: string;
          om_trained_female: number | null;
          om_trained_male: number | null;
          om_trained_total: number | null;
          om_training_conducted: string | null;
          om_training_date: string | null;
          om_training_not_done_reason: string | null;
          ownership_update: string | null;
          picture_deed_donation: string | null;
          picture_trust_agreement: string | null;
          prj_title: string | null;
          process_product: string | null;
          process_product_type: string | null;
          process_stage: string | null;
          product_brand_name: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          soft_check_reason: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          supplier_name: string | null;
          time_stamp: string;
          trust_agreement_date: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          acceptance_cert_received?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          cpr_expiry?: string | null;
          cpr_registration?: string | null;
          deed_donation_date?: string | null;
          enterprise_established?: string | null;
          environment_certificate?: string | null;
          fda_lto_certificate?: string | null;
          fda_lto_expiry?: string | null;
          female_arb_processors?: number | null;
          female_nonarb_processors?: number | null;
          fme_inventory_id?: string | null;
          fund_source?: string | null;
          halal_expiry?: string | null;
          halal_registration?: string | null;
          id?: never;
          inventory_conducted?: string | null;
          male_arb_processors?: number | null;
          male_nonarb_processors?: number | null;
          muncity_name?: string | null;
          nonfunctional_reason?: string | null;
          nonutilized_reason?: string | null;
          npk_certificate?: string | null;
          office?: never;
          om_trained_female?: number | null;
          om_trained_male?: number | null;
          om_trained_total?: number | null;
          om_training_conducted?: string | null;
          om_training_date?: string | null;
          om_training_not_done_reason?: string | null;
          ownership_update?: string | null;
          picture_deed_donation?: string | null;
          picture_trust_agreement?: string | null;
          prj_title?: string | null;
          process_product?: string | null;
          process_product_type?: string | null;
          process_stage?: string | null;
          product_brand_name?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          supplier_name?: string | null;
          time_stamp?: string;
          trust_agreement_date?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          acceptance_cert_received?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          cpr_expiry?: string | null;
          cpr_registration?: string | null;
          deed_donation_date?: string | null;
          enterprise_established?: string | null;
          environment_certificate?: string | null;
          fda_lto_certificate?: string | null;
          fda_lto_expiry?: string | null;
          female_arb_processors?: number | null;
          female_nonarb_processors?: number | null;
          fme_inventory_id?: string | null;
          fund_source?: string | null;
          halal_expiry?: string | null;
          halal_registration?: string | null;
          id?: never;
          inventory_conducted?: string | null;
          male_arb_processors?: number | null;
          male_nonarb_processors?: number | null;
          muncity_name?: string | null;
          nonfunctional_reason?: string | null;
          nonutilized_reason?: string | null;
          npk_certificate?: string | null;
          office?: never;
          om_trained_female?: number | null;
          om_trained_male?: number | null;
          om_trained_total?: number | null;
          om_training_conducted?: string | null;
          om_training_date?: string | null;
          om_training_not_done_reason?: string | null;
          ownership_update?: string | null;
          picture_deed_donation?: string | null;
          picture_trust_agreement?: string | null;
          prj_title?: string | null;
          process_product?: string | null;
          process_product_type?: string | null;
          process_stage?: string | null;
          product_brand_name?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          supplier_name?: string | null;
          time_stamp?: string;
          trust_agreement_date?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "fme_inventory_table_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "fme_inventory_table_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "fme_inventory_table_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "fme_inventory_table_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "fme_inventory_table_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      fme_rental_monitoring: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          date_rented: string | null;
          date_returned: string | null;
          fme_inventory_id: string | null;
          fund_source: string | null;
          id: number;
          muncity_name: string | null;
          no_female_arbs_renter: number | null;
          no_female_nonarbs_renter: number | null;
          no_male_arbs_renter: number | null;
          no_male_nonarbs_renter: number | null;
          no_units_involved: number | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          soft_check_reason: string | null;
          specific_fme_rented: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          total_rental_fees: number | null;
          transaction_date: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          date_rented?: string | null;
          date_returned?: string | null;
          fme_inventory_id?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          no_female_arbs_renter?: number | null;
          no_female_nonarbs_renter?: number | null;
          no_male_arbs_renter?: number | null;
          no_male_nonarbs_renter?: number | null;
          no_units_involved?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          specific_fme_rented?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          total_rental_fees?: number | null;
          transaction_date?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          date_rented?: string | null;
          date_returned?: string | null;
          fme_inventory_id?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          no_female_arbs_renter?: number | null;
          no_female_nonarbs_renter?: number | null;
          no_male_arbs_renter?: number | null;
          no_male_nonarbs_renter?: number | null;
          no_units_involved?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          soft_check_reason?: string | null;
          specific_fme_rented?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          total_rental_fees?: number | null;
          transaction_date?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "fme_rental_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "fme_rental_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "fme_rental_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "fme_rental_monitoring_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "fme_rental_monitoring_fme_inventory_id_exists";
            columns: ["fme_inventory_id"];
            isOneToOne: false;
            referencedRelation: "fme_inventory_table";
            referencedColumns: ["fme_inventory_id"];
          },
          {
            foreignKeyName: "fme_rental_monitoring_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      form_10: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          credit_services: string | null;
          duration: number | null;
          fund_source: string | null;
          id: number;
          milestone_activity: string | null;
          muncity_name: string | null;
          num_arb_participants: number | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          start_date: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_id: string | null;
          training_title: string[] | null;
          type_enterprise: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          credit_services?: string | null;
          duration?: number | null;
          fund_source?: string | null;
          id?: never;
          milestone_activity?: string | null;
          muncity_name?: string | null;
          num_arb_participants?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_id?: string | null;
          training_title?: string[] | null;
          type_enterprise?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          credit_services?: string | null;
          duration?: number | null;
          fund_source?: string | null;
          id?: never;
          milestone_activity?: string | null;
          muncity_name?: string | null;
          num_arb_participants?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_id?: string | null;
          training_title?: string[] | null;
          type_enterprise?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form_10_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form_10_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form_10_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form_10_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form_10_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "form_10_training_id_exists";
            columns: ["training_id"];
            isOneToOne: false;
            referencedRelation: "arbo_trainings";
            referencedColumns: ["training_id"];
          },
        ];
      };
      form_11_geotags: {
        Row: {
          accuracy: number | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          caption: string | null;
          cd: string | null;
          content_type: string | null;
          duplicate_of: number | null;
          file_name: string | null;
          file_path: string | null;
          form11_id: number;
          fund_source: string | null;
          id: number;
          kind: string | null;
          latitude: number;
          location_source: string | null;
          longitude: number;
          muncity_name: string | null;
          office: string;
          outside_confirmed: string | null;
          outside_province: string | null;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          sha256: string | null;
          size: number | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          taken_at: string | null;
          thumbnail_path: string | null;
          time_stamp: string;
          updated_at: string;
          upload_id: string | null;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          accuracy?: number | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          caption?: string | null;
          cd?: string | null;
          content_type?: string | null;
          duplicate_of?: number | null;
          file_name?: string | null;
          file_path?: string | null;
          form11_id: number;
          fund_source?: string | null;
          id?: never;
          kind?: string | null;
          latitude: number;
          location_source?: string | null;
          longitude: number;
          muncity_name?: string | null;
          office?: never;
          outside_confirmed?: string | null;
          outside_province?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          sha256?: string | null;
          size?: number | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          taken_at?: string | null;
          thumbnail_path?: string | null;
          time_stamp?: string;
          updated_at?: string;
          upload_id?: string | null;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          accuracy?: number | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          caption?: string | null;
          cd?: string | null;
          content_type?: string | null;
          duplicate_of?: number | null;
          file_name?: string | null;
          file_path?: string | null;
          form11_id?: number;
          fund_source?: string | null;
          id?: never;
          kind?: string | null;
          latitude?: number;
          location_source?: string | null;
          longitude?: number;
          muncity_name?: string | null;
          office?: never;
          outside_confirmed?: string | null;
          outside_province?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          sha256?: string | null;
          size?: number | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          taken_at?: string | null;
          thumbnail_path?: string | null;
          time_stamp?: string;
          updated_at?: string;
          upload_id?: string | null;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form_11_geotags_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form_11_geotags_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form_11_geotags_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form_11_geotags_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form_11_geotags_form11_id_exists";
            columns: ["form11_id"];
            isOneToOne: false;
            referencedRelation: "form11_accomps";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form_11_geotags_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      form_5_accomps: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          crop_product: string | null;
          fund_source: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          crop_product?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          crop_product?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form_5_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form_5_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form_5_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form_5_accomps_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form_5_accomps_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      form_5_annualtargets: {
        Row: {
          age: number | null;
          age_base_group: string | null;
          agri_inputs: string | null;
          agri_technology_inputs_provided: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          birthday: string | null;
          cd: string | null;
          conducted_by: string | null;
          crop_product: string | null;
          current_it_level: string | null;
          current_it_status: string | null;
          date_conducted: string | null;
          end_date: string | null;
          fund_source: string | null;
          id: number;
          is_4ps_beneficiary: string | null;
          is_ip: string | null;
          is_pwd: string | null;
          is_solo_parent: string | null;
          muncity_name: string | null;
          office: string;
          participant_category: string | null;
          participant_name: string | null;
          participant_sub_category: string | null;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          sex: string | null;
          start_date: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_category: string | null;
          training_cost: number | null;
          training_days: number | null;
          training_id: string | null;
          training_title: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          age?: number | null;
          age_base_group?: string | null;
          agri_inputs?: string | null;
          agri_technology_inputs_provided?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          birthday?: string | null;
          cd?: string | null;
          conducted_by?: string | null;
          crop_product?: string | null;
          current_it_level?: string | null;
          current_it_status?: string | null;
          date_conducted?: string | null;
          end_date?: string | null;
          fund_source?: string | null;
          id?: never;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          muncity_name?: string | null;
          office?: never;
          participant_category?: string | null;
          participant_name?: string | null;
          participant_sub_category?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          sex?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_category?: string | null;
          training_cost?: number | null;
          training_days?: number | null;
          training_id?: string | null;
          training_title?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          age?: number | null;
          age_base_group?: string | null;
          agri_inputs?: string | null;
          agri_technology_inputs_provided?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          birthday?: string | null;
          cd?: string | null;
          conducted_by?: string | null;
          crop_product?: string | null;
          current_it_level?: string | null;
          current_it_status?: string | null;
          date_conducted?: string | null;
          end_date?: string | null;
          fund_source?: string | null;
          id?: never;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          muncity_name?: string | null;
          office?: never;
          participant_category?: string | null;
          participant_name?: string | null;
          participant_sub_category?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          sex?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_category?: string | null;
          training_cost?: number | null;
          training_days?: number | null;
          training_id?: string | null;
          training_title?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form_5_annualtargets_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form_5_annualtargets_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form_5_annualtargets_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form_5_annualtargets_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form_5_annualtargets_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "form_5_annualtargets_training_id_exists";
            columns: ["training_id"];
            isOneToOne: false;
            referencedRelation: "arbo_trainings";
            referencedColumns: ["training_id"];
          },
        ];
      };
      form11_accomps: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          crop_commodity: string | null;
          date_distributed: string | null;
          description: string | null;
          female_arbs: number | null;
          functional: string | null;
          fund_source: string | null;
          hard_component: string | null;
          id: number;
          male_arbs: number | null;
          muncity_name: string | null;
          num_arbs: number | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          quantity_hard: number | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          scale_production: string | null;
          search_text: string | null;
          soft_check_reason: string | null;
          status: string;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          support_provided: string | null;
          time_stamp: string;
          total_cost: number | null;
          type_enterprise: string | null;
          type_livelihood: string | null;
          unit_hard: string | null;
          unit_measure: string | null;
          updated_at: string;
          uploadFile: string[] | null;
          user_id: string | null;
          utilized: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          crop_commodity?: string | null;
          date_distributed?: string | null;
          description?: string | null;
          female_arbs?: number | null;
          functional?: string | null;
          fund_source?: string | null;
          hard_component?: string | null;
          id?: never;
          male_arbs?: number | null;
          muncity_name?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity_hard?: number | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          scale_production?: string | null;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          support_provided?: string | null;
          time_stamp?: string;
          total_cost?: number | null;
          type_enterprise?: string | null;
          type_livelihood?: string | null;
          unit_hard?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          uploadFile?: string[] | null;
          user_id?: string | null;
          utilized?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          crop_commodity?: string | null;
          date_distributed?: string | null;
          description?: string | null;
          female_arbs?: number | null;
          functional?: string | null;
          fund_source?: string | null;
          hard_component?: string | null;
          id?: never;
          male_arbs?: number | null;
          muncity_name?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity_hard?: number | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          scale_production?: string | null;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          support_provided?: string | null;
          time_stamp?: string;
          total_cost?: number | null;
          type_enterprise?: string | null;
          type_livelihood?: string | null;
          unit_hard?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          uploadFile?: string[] | null;
          user_id?: string | null;
          utilized?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form11_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form11_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form11_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form11_accomps_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form11_accomps_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      form11_farm_infos: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          crop_commodity: string | null;
          date_distributed: string | null;
          description: string | null;
          female_arbs: number | null;
          functional: string | null;
          fund_source: string | null;
          hard_component: string | null;
          id: number;
          male_arbs: number | null;
          muncity_name: string | null;
          num_arbs: number | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          quantity_hard: number | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          scale_production: string | null;
          search_text: string | null;
          soft_check_reason: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          support_provided: string | null;
          time_stamp: string;
          total_cost: number | null;
          type_enterprise: string | null;
          type_livelihood: string | null;
          unit_hard: string | null;
          unit_measure: string | null;
          updated_at: string;
          uploadFile: string[] | null;
          user_id: string | null;
          utilized: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          crop_commodity?: string | null;
          date_distributed?: string | null;
          description?: string | null;
          female_arbs?: number | null;
          functional?: string | null;
          fund_source?: string | null;
          hard_component?: string | null;
          id?: never;
          male_arbs?: number | null;
          muncity_name?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity_hard?: number | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          scale_production?: string | null;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          support_provided?: string | null;
          time_stamp?: string;
          total_cost?: number | null;
          type_enterprise?: string | null;
          type_livelihood?: string | null;
          unit_hard?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          uploadFile?: string[] | null;
          user_id?: string | null;
          utilized?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          crop_commodity?: string | null;
          date_distributed?: string | null;
          description?: string | null;
          female_arbs?: number | null;
          functional?: string | null;
          fund_source?: string | null;
          hard_component?: string | null;
          id?: never;
          male_arbs?: number | null;
          muncity_name?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity_hard?: number | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          scale_production?: string | null;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          support_provided?: string | null;
          time_stamp?: string;
          total_cost?: number | null;
          type_enterprise?: string | null;
          type_livelihood?: string | null;
          unit_hard?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          uploadFile?: string[] | null;
          user_id?: string | null;
          utilized?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form11_farm_infos_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form11_farm_infos_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form11_farm_infos_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form11_farm_infos_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form11_farm_infos_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      form7_accomps: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          date_developed: string | null;
          end_date: string | null;
          fund_source: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          product_developed: string | null;
          product_name: string | null;
          province_name: string | null;
          psp_category: string | null;
          raw_materials: string | null;
          region_name: string | null;
          registration: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          sales_generated: number | null;
          search_text: string | null;
          service_developed: string | null;
          soft_check_reason: string | null;
          start_date: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_id: string | null;
          training_title: string | null;
          type_product: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          date_developed?: string | null;
          end_date?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          product_developed?: string | null;
          product_name?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          raw_materials?: string | null;
          region_name?: string | null;
          registration?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          sales_generated?: number | null;
          search_text?: string | null;
          service_developed?: string | null;
          soft_check_reason?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_id?: string | null;
          training_title?: string | null;
          type_product?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          date_developed?: string | null;
          end_date?: string | null;
          fund_source?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          product_developed?: string | null;
          product_name?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          raw_materials?: string | null;
          region_name?: string | null;
          registration?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          sales_generated?: number | null;
          search_text?: string | null;
          service_developed?: string | null;
          soft_check_reason?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_id?: string | null;
          training_title?: string | null;
          type_product?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form7_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form7_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form7_accomps_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form7_accomps_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form7_accomps_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "form7_accomps_training_id_exists";
            columns: ["training_id"];
            isOneToOne: false;
            referencedRelation: "arbo_trainings";
            referencedColumns: ["training_id"];
          },
        ];
      };
      form7_proddevs: {
        Row: {
          agri_inputs: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          conducted_by: string | null;
          date_conducted: string | null;
          date_developed: string | null;
          end_date: string | null;
          female_arbs: number | null;
          fund_source: string | null;
          id: number;
          male_arbs: number | null;
          marketing_instrument: string | null;
          muncity_name: string | null;
          name_buyer: string | null;
          num_arbs: number | null;
          office: string;
          process_stage: string | null;
          product_developed: string | null;
          product_name: string | null;
          province_name: string | null;
          psp_category: string | null;
          raw_materials: string | null;
          region_name: string | null;
          registration: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          sales_generated: number | null;
          search_text: string | null;
          service_developed: string | null;
          soft_check_reason: string | null;
          start_date: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_category: string | null;
          training_cost: number | null;
          training_days: number | null;
          training_id: string | null;
          training_title: string | null;
          type_product: string | null;
          unit_measure: string | null;
          updated_at: string;
          user_id: string | null;
          volume_produced: number | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          agri_inputs?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          conducted_by?: string | null;
          date_conducted?: string | null;
          date_developed?: string | null;
          end_date?: string | null;
          female_arbs?: number | null;
          fund_source?: string | null;
          id?: never;
          male_arbs?: number | null;
          marketing_instrument?: string | null;
          muncity_name?: string | null;
          name_buyer?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          product_developed?: string | null;
          product_name?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          raw_materials?: string | null;
          region_name?: string | null;
          registration?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          sales_generated?: number | null;
          search_text?: string | null;
          service_developed?: string | null;
          soft_check_reason?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_category?: string | null;
          training_cost?: number | null;
          training_days?: number | null;
          training_id?: string | null;
          training_title?: string | null;
          type_product?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume_produced?: number | null;
          year_funded?: number | null;
        };
        Update: {
          agri_inputs?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          conducted_by?: string | null;
          date_conducted?: string | null;
          date_developed?: string | null;
          end_date?: string | null;
          female_arbs?: number | null;
          fund_source?: string | null;
          id?: never;
          male_arbs?: number | null;
          marketing_instrument?: string | null;
          muncity_name?: string | null;
          name_buyer?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          product_developed?: string | null;
          product_name?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          raw_materials?: string | null;
          region_name?: string | null;
          registration?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          sales_generated?: number | null;
          search_text?: string | null;
          service_developed?: string | null;
          soft_check_reason?: string | null;
          start_date?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_category?: string | null;
          training_cost?: number | null;
          training_days?: number | null;
          training_id?: string | null;
          training_title?: string | null;
          type_product?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume_produced?: number | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "form7_proddevs_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "form7_proddevs_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "form7_proddevs_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "form7_proddevs_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "form7_proddevs_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "form7_proddevs_training_id_exists";
            columns: ["training_id"];
            isOneToOne: false;
            referencedRelation: "arbo_trainings";
            referencedColumns: ["training_id"];
          },
        ];
      };
      funding_marks: {
        Row: {
          form_10_accomplished: number;
          form_10_programmed: number;
          form_11_accomplished: number;
          form_11_matched: number[];
          form_11_programmed: number;
          form_11_targeted: number;
          form_5_accomplished: number;
          form_5_matched: number[];
          form_5_programmed: number;
          form_5_targeted: number;
          form_7_accomplished: number;
          form_7_matched: number[];
          form_7_programmed: number;
          form_7_targeted: number;
          fund_source: string | null;
          marked_id: number;
          muncity_name: string | null;
          office: string;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          reported: boolean;
          subject: string;
          subpsp_abbreviation: string | null;
          training_trained: number;
        };
        ComputedFields: never;
        Insert: {
          form_10_accomplished?: number;
          form_10_programmed?: number;
          form_11_accomplished?: number;
          form_11_matched?: number[];
          form_11_programmed?: number;
          form_11_targeted?: number;
          form_5_accomplished?: number;
          form_5_matched?: number[];
          form_5_programmed?: number;
          form_5_targeted?: number;
          form_7_accomplished?: number;
          form_7_matched?: number[];
          form_7_programmed?: number;
          form_7_targeted?: number;
          fund_source?: string | null;
          marked_id: number;
          muncity_name?: string | null;
          office: string;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          reported: boolean;
          subject: string;
          subpsp_abbreviation?: string | null;
          training_trained?: number;
        };
        Update: {
          form_10_accomplished?: number;
          form_10_programmed?: number;
          form_11_accomplished?: number;
          form_11_matched?: number[];
          form_11_programmed?: number;
          form_11_targeted?: number;
          form_5_accomplished?: number;
          form_5_matched?: number[];
          form_5_programmed?: number;
          form_5_targeted?: number;
          form_7_accomplished?: number;
          form_7_matched?: number[];
          form_7_programmed?: number;
          form_7_targeted?: number;
          fund_source?: string | null;
          marked_id?: number;
          muncity_name?: string | null;
          office?: string;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          reported?: boolean;
          subject?: string;
          subpsp_abbreviation?: string | null;
          training_trained?: number;
        };
        Relationships: [];
      };
      inventory_status_monitoring: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          description: string | null;
          fund_source: string | null;
          hard_component: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          quantity: number | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          support_provided: string | null;
          time_stamp: string;
          unit_hard: string | null;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          description?: string | null;
          fund_source?: string | null;
          hard_component?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          support_provided?: string | null;
          time_stamp?: string;
          unit_hard?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          description?: string | null;
          fund_source?: string | null;
          hard_component?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          support_provided?: string | null;
          time_stamp?: string;
          unit_hard?: string | null;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "inventory_status_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inventory_status_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "inventory_status_monitoring_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "inventory_status_monitoring_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "inventory_status_monitoring_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      marks: {
        Row: {
          form_10_accomplished: number;
          form_10_programmed: number;
          form_11_accomplished: number;
          form_11_matched: number[];
          form_11_programmed: number;
          form_11_targeted: number;
          form_5_accomplished: number;
          form_5_matched: number[];
          form_5_programmed: number;
          form_5_targeted: number;
          form_7_accomplished: number;
          form_7_matched: number[];
          form_7_programmed: number;
          form_7_targeted: number;
          marked_id: number;
          muncity_name: string | null;
          office: string;
          province_name: string | null;
          region_name: string | null;
          subject: string;
          training_trained: number;
        };
        ComputedFields: never;
        Insert: {
          form_10_accomplished?: number;
          form_10_programmed?: number;
          form_11_accomplished?: number;
          form_11_matched?: number[];
          form_11_programmed?: number;
          form_11_targeted?: number;
          form_5_accomplished?: number;
          form_5_matched?: number[];
          form_5_programmed?: number;
          form_5_targeted?: number;
          form_7_accomplished?: number;
          form_7_matched?: number[];
          form_7_programmed?: number;
          form_7_targeted?: number;
          marked_id: number;
          muncity_name?: string | null;
          office: string;
          province_name?: string | null;
          region_name?: string | null;
          subject: string;
          training_trained?: number;
        };
        Update: {
          form_10_accomplished?: number;
          form_10_programmed?: number;
          form_11_accomplished?: number;
          form_11_matched?: number[];
          form_11_programmed?: number;
          form_11_targeted?: number;
          form_5_accomplished?: number;
          form_5_matched?: number[];
          form_5_programmed?: number;
          form_5_targeted?: number;
          form_7_accomplished?: number;
          form_7_matched?: number[];
          form_7_programmed?: number;
          form_7_targeted?: number;
          marked_id?: number;
          muncity_name?: string | null;
          office?: string;
          province_name?: string | null;
          region_name?: string | null;
          subject?: string;
          training_trained?: number;
        };
        Relationships: [];
      };
      offices: {
        Row: {
          office: string;
          province_name: string | null;
          region_name: string | null;
        };
        ComputedFields: never;
        Insert: {
          office?: never;
          province_name?: string | null;
          region_name?: string | null;
        };
        Update: {
          office?: never;
          province_name?: string | null;
          region_name?: string | null;
        };
        Relationships: [];
      };
      outcome_counts: {
        Row: {
          form: string | null;
          kind: string | null;
          matched_within: number | null;
          n: number;
          office: string;
          province_name: string | null;
          quantity: number | null;
          region_name: string | null;
          reporting_year: number | null;
          side: string | null;
          year: number | null;
        };
        ComputedFields: never;
        Insert: {
          form?: string | null;
          kind?: string | null;
          matched_within?: number | null;
          n: number;
          office: string;
          province_name?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_year?: number | null;
          side?: string | null;
          year?: number | null;
        };
        Update: {
          form?: string | null;
          kind?: string | null;
          matched_within?: number | null;
          n?: number;
          office?: string;
          province_name?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_year?: number | null;
          side?: string | null;
          year?: number | null;
        };
        Relationships: [];
      };
      outcome_programme_counts: {
        Row: {
          form: string | null;
          fund_source: string | null;
          kind: string | null;
          matched_within: number | null;
          n: number;
          office: string;
          province_name: string | null;
          psp_category: string | null;
          quantity: number | null;
          region_name: string | null;
          reporting_year: number | null;
          side: string | null;
          subpsp_abbreviation: string | null;
          year: number | null;
        };
        ComputedFields: never;
        Insert: {
          form?: string | null;
          fund_source?: string | null;
          kind?: string | null;
          matched_within?: number | null;
          n: number;
          office: string;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_year?: number | null;
          side?: string | null;
          subpsp_abbreviation?: string | null;
          year?: number | null;
        };
        Update: {
          form?: string | null;
          fund_source?: string | null;
          kind?: string | null;
          matched_within?: number | null;
          n?: number;
          office?: string;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_year?: number | null;
          side?: string | null;
          subpsp_abbreviation?: string | null;
          year?: number | null;
        };
        Relationships: [];
      };
      participant_trainings: {
        Row: {
          attended: boolean;
          office: string;
          participant_id: number;
          training_id: string;
        };
        ComputedFields: never;
        Insert: {
          attended: boolean;
          office: string;
          participant_id: number;
          training_id: string;
        };
        Update: {
          attended?: boolean;
          office?: string;
          participant_id?: number;
          training_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "participant_trainings_participant_id_fkey";
            columns: ["participant_id"];
            isOneToOne: false;
            referencedRelation: "participants";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "participant_trainings_training_id_fkey";
            columns: ["training_id"];
            isOneToOne: false;
            referencedRelation: "arbo_trainings";
            referencedColumns: ["training_id"];
          },
        ];
      };
      participants: {
        Row: {
          age: number | null;
          age_base_group: string | null;
          agri_technology_inputs_provided: string | null;
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          birthday: string | null;
          cd: string | null;
          fund_source: string | null;
          id: number;
          is_4ps_beneficiary: string | null;
          is_ip: string | null;
          is_pwd: string | null;
          is_solo_parent: string | null;
          muncity_name: string | null;
          office: string;
          participant_category: string | null;
          participant_name: string;
          participant_sub_category: string | null;
          process_stage: string | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          sex: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          training_id: string[] | null;
          updated_at: string;
          user_id: string | null;
          wo_training_id: string[] | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          age?: number | null;
          age_base_group?: string | null;
          agri_technology_inputs_provided?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          birthday?: string | null;
          cd?: string | null;
          fund_source?: string | null;
          id?: never;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          muncity_name?: string | null;
          office?: never;
          participant_category?: string | null;
          participant_name: string;
          participant_sub_category?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          sex?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_id?: string[] | null;
          updated_at?: string;
          user_id?: string | null;
          wo_training_id?: string[] | null;
          year_funded?: number | null;
        };
        Update: {
          age?: number | null;
          age_base_group?: string | null;
          agri_technology_inputs_provided?: string | null;
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          birthday?: string | null;
          cd?: string | null;
          fund_source?: string | null;
          id?: never;
          is_4ps_beneficiary?: string | null;
          is_ip?: string | null;
          is_pwd?: string | null;
          is_solo_parent?: string | null;
          muncity_name?: string | null;
          office?: never;
          participant_category?: string | null;
          participant_name?: string;
          participant_sub_category?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          sex?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          training_id?: string[] | null;
          updated_at?: string;
          user_id?: string | null;
          wo_training_id?: string[] | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "participants_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "participants_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "participants_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "participants_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "participants_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      people: {
        Row: {
          arbo_id: string | null;
          fund_source: string | null;
          muncity_name: string | null;
          office: string;
          participant_category: string | null;
          participant_id: number;
          programmed: boolean;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          sex: string | null;
          subpsp_abbreviation: string | null;
          trained_years: number;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          arbo_id?: string | null;
          fund_source?: string | null;
          muncity_name?: string | null;
          office: string;
          participant_category?: string | null;
          participant_id: number;
          programmed: boolean;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          sex?: string | null;
          subpsp_abbreviation?: string | null;
          trained_years: number;
          year_funded?: number | null;
        };
        Update: {
          arbo_id?: string | null;
          fund_source?: string | null;
          muncity_name?: string | null;
          office?: string;
          participant_category?: string | null;
          participant_id?: number;
          programmed?: boolean;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          sex?: string | null;
          subpsp_abbreviation?: string | null;
          trained_years?: number;
          year_funded?: number | null;
        };
        Relationships: [];
      };
      people_counts: {
        Row: {
          n: number;
          office: string;
          participant_category: string | null;
          programmed: boolean | null;
          province_name: string | null;
          region_name: string | null;
          sex: string | null;
          trained_years: number | null;
        };
        ComputedFields: never;
        Insert: {
          n: number;
          office: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          region_name?: string | null;
          sex?: string | null;
          trained_years?: number | null;
        };
        Update: {
          n?: number;
          office?: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          region_name?: string | null;
          sex?: string | null;
          trained_years?: number | null;
        };
        Relationships: [];
      };
      people_detail_counts: {
        Row: {
          fund_source: string | null;
          muncity_name: string | null;
          n: number;
          office: string;
          participant_category: string | null;
          programmed: boolean | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          sex: string | null;
          subpsp_abbreviation: string | null;
          trained_years: number | null;
        };
        ComputedFields: never;
        Insert: {
          fund_source?: string | null;
          muncity_name?: string | null;
          n: number;
          office: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          sex?: string | null;
          subpsp_abbreviation?: string | null;
          trained_years?: number | null;
        };
        Update: {
          fund_source?: string | null;
          muncity_name?: string | null;
          n?: number;
          office?: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          sex?: string | null;
          subpsp_abbreviation?: string | null;
          trained_years?: number | null;
        };
        Relationships: [];
      };
      people_programme_counts: {
        Row: {
          fund_source: string | null;
          n: number;
          office: string;
          participant_category: string | null;
          programmed: boolean | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          sex: string | null;
          subpsp_abbreviation: string | null;
          trained_years: number | null;
        };
        ComputedFields: never;
        Insert: {
          fund_source?: string | null;
          n: number;
          office: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          sex?: string | null;
          subpsp_abbreviation?: string | null;
          trained_years?: number | null;
        };
        Update: {
          fund_source?: string | null;
          n?: number;
          office?: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          sex?: string | null;
          subpsp_abbreviation?: string | null;
          trained_years?: number | null;
        };
        Relationships: [];
      };
      people_town_counts: {
        Row: {
          muncity_name: string | null;
          n: number;
          office: string;
          participant_category: string | null;
          programmed: boolean | null;
          province_name: string | null;
          region_name: string | null;
          sex: string | null;
          trained_years: number | null;
        };
        ComputedFields: never;
        Insert: {
          muncity_name?: string | null;
          n: number;
          office: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          region_name?: string | null;
          sex?: string | null;
          trained_years?: number | null;
        };
        Update: {
          muncity_name?: string | null;
          n?: number;
          office?: string;
          participant_category?: string | null;
          programmed?: boolean | null;
          province_name?: string | null;
          region_name?: string | null;
          sex?: string | null;
          trained_years?: number | null;
        };
        Relationships: [];
      };
      programme_marks: {
        Row: {
          form_10_accomplished: number;
          form_10_programmed: number;
          form_11_accomplished: number;
          form_11_matched: number[];
          form_11_programmed: number;
          form_11_targeted: number;
          form_5_accomplished: number;
          form_5_matched: number[];
          form_5_programmed: number;
          form_5_targeted: number;
          form_7_accomplished: number;
          form_7_matched: number[];
          form_7_programmed: number;
          form_7_targeted: number;
          marked_id: number;
          muncity_name: string | null;
          office: string;
          programme: string;
          province_name: string | null;
          region_name: string | null;
          subject: string;
          training_trained: number;
        };
        ComputedFields: never;
        Insert: {
          form_10_accomplished?: number;
          form_10_programmed?: number;
          form_11_accomplished?: number;
          form_11_matched?: number[];
          form_11_programmed?: number;
          form_11_targeted?: number;
          form_5_accomplished?: number;
          form_5_matched?: number[];
          form_5_programmed?: number;
          form_5_targeted?: number;
          form_7_accomplished?: number;
          form_7_matched?: number[];
          form_7_programmed?: number;
          form_7_targeted?: number;
          marked_id: number;
          muncity_name?: string | null;
          office: string;
          programme: string;
          province_name?: string | null;
          region_name?: string | null;
          subject: string;
          training_trained?: number;
        };
        Update: {
          form_10_accomplished?: number;
          form_10_programmed?: number;
          form_11_accomplished?: number;
          form_11_matched?: number[];
          form_11_programmed?: number;
          form_11_targeted?: number;
          form_5_accomplished?: number;
          form_5_matched?: number[];
          form_5_programmed?: number;
          form_5_targeted?: number;
          form_7_accomplished?: number;
          form_7_matched?: number[];
          form_7_programmed?: number;
          form_7_targeted?: number;
          marked_id?: number;
          muncity_name?: string | null;
          office?: string;
          programme?: string;
          province_name?: string | null;
          region_name?: string | null;
          subject?: string;
          training_trained?: number;
        };
        Relationships: [];
      };
      project_list: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          fund_source: string | null;
          id: number;
          process_stage: string | null;
          psp_category: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          fund_source?: string | null;
          id?: never;
          process_stage?: string | null;
          psp_category?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          fund_source?: string | null;
          id?: never;
          process_stage?: string | null;
          psp_category?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [];
      };
      psgc_places: {
        Row: {
          code: string;
          level: string;
          name: string;
          parent_code: string | null;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          level: string;
          name: string;
          parent_code?: string | null;
        };
        Update: {
          code?: string;
          level?: string;
          name?: string;
          parent_code?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "psgc_places_parent_code_fkey";
            columns: ["parent_code"];
            isOneToOne: false;
            referencedRelation: "psgc_places";
            referencedColumns: ["code"];
          },
        ];
      };
      qtr_sales_reports: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          female_arbs: number | null;
          fund_source: string | null;
          id: number;
          male_arbs: number | null;
          marketing_instrument: string | null;
          muncity_name: string | null;
          name_buyer: string | null;
          num_arbs: number | null;
          office: string;
          process_stage: string | null;
          proddev_id: number | null;
          province_name: string | null;
          psp_category: string | null;
          region_name: string | null;
          remarks: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_version: number;
          sales_generated: number | null;
          search_text: string | null;
          soft_check_reason: string | null;
          status: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          transaction_date: string | null;
          unit_measure: string | null;
          updated_at: string;
          user_id: string | null;
          volume_produced: number | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          female_arbs?: number | null;
          fund_source?: string | null;
          id?: never;
          male_arbs?: number | null;
          marketing_instrument?: string | null;
          muncity_name?: string | null;
          name_buyer?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          proddev_id?: number | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          sales_generated?: number | null;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          transaction_date?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume_produced?: number | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          female_arbs?: number | null;
          fund_source?: string | null;
          id?: never;
          male_arbs?: number | null;
          marketing_instrument?: string | null;
          muncity_name?: string | null;
          name_buyer?: string | null;
          num_arbs?: number | null;
          office?: never;
          process_stage?: string | null;
          proddev_id?: number | null;
          province_name?: string | null;
          psp_category?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_version?: number;
          sales_generated?: number | null;
          search_text?: string | null;
          soft_check_reason?: string | null;
          status?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          transaction_date?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume_produced?: number | null;
          year_funded?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "qtr_sales_reports_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "qtr_sales_reports_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "qtr_sales_reports_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "qtr_sales_reports_arc_id_exists";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "qtr_sales_reports_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "qtr_sales_reports_proddev_id_exists";
            columns: ["proddev_id"];
            isOneToOne: false;
            referencedRelation: "form7_proddevs";
            referencedColumns: ["id"];
          },
        ];
      };
      report_schedules: {
        Row: {
          coverage: string | null;
          duration_days: number | null;
          end_date: string | null;
          form: string;
          id: number;
          province_name: string | null;
          region_name: string | null;
          row_version: number;
          search_text: string | null;
          start_date: string;
          status: string;
          time_stamp: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          coverage?: never;
          duration_days?: never;
          end_date?: string | null;
          form: string;
          id?: never;
          province_name?: string | null;
          region_name?: string | null;
          row_version?: number;
          search_text?: string | null;
          start_date: string;
          status?: string;
          time_stamp?: string;
          user_id?: string | null;
        };
        Update: {
          coverage?: never;
          duration_days?: never;
          end_date?: string | null;
          form?: string;
          id?: never;
          province_name?: string | null;
          region_name?: string | null;
          row_version?: number;
          search_text?: string | null;
          start_date?: string;
          status?: string;
          time_stamp?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "report_schedules_coverage_exists";
            columns: ["coverage"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      sales_transactions: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arbo_id: string | null;
          arbo_name: string | null;
          arboPrimaryKey: number | null;
          barangay_name: string | null;
          buyer_name: string | null;
          buying_arrangement: string | null;
          cd: string | null;
          commodity: string | null;
          gross_sales: number | null;
          id: number;
          mark_assist_id: number;
          muncity_name: string | null;
          office: string;
          price_per_unit: number | null;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          term_payment: string | null;
          time_stamp: string;
          transaction_date: string | null;
          type_buyer: string | null;
          unit_measure: string | null;
          updated_at: string;
          user_id: string | null;
          volume: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          barangay_name?: string | null;
          buyer_name?: string | null;
          buying_arrangement?: string | null;
          cd?: string | null;
          commodity?: string | null;
          gross_sales?: number | null;
          id?: never;
          mark_assist_id: number;
          muncity_name?: string | null;
          office?: never;
          price_per_unit?: number | null;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          term_payment?: string | null;
          time_stamp?: string;
          transaction_date?: string | null;
          type_buyer?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arbo_id?: string | null;
          arbo_name?: string | null;
          arboPrimaryKey?: number | null;
          barangay_name?: string | null;
          buyer_name?: string | null;
          buying_arrangement?: string | null;
          cd?: string | null;
          commodity?: string | null;
          gross_sales?: number | null;
          id?: never;
          mark_assist_id?: number;
          muncity_name?: string | null;
          office?: never;
          price_per_unit?: number | null;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: string | null;
          status?: string | null;
          term_payment?: string | null;
          time_stamp?: string;
          transaction_date?: string | null;
          type_buyer?: string | null;
          unit_measure?: string | null;
          updated_at?: string;
          user_id?: string | null;
          volume?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "sales_transactions_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "sales_transactions_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "sales_transactions_arboPrimaryKey_exists";
            columns: ["arboPrimaryKey"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "sales_transactions_mark_assist_id_exists";
            columns: ["mark_assist_id"];
            isOneToOne: false;
            referencedRelation: "arb_marketing_assistance_monitoring";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "sales_transactions_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      saved_views: {
        Row: {
          id: number;
          name: string;
          office: string | null;
          screen: string;
          shared_with: string;
          time_stamp: string;
          updated_at: string;
          user_id: string;
          view: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          id?: never;
          name: string;
          office?: string | null;
          screen: string;
          shared_with?: string;
          time_stamp?: string;
          updated_at?: string;
          user_id: string;
          view: NonNullable<Json>;
        };
        Update: {
          id?: never;
          name?: string;
          office?: string | null;
          screen?: string;
          shared_with?: string;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string;
          view?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: "saved_views_office_fkey";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "saved_views_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "user_list";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "saved_views_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "users";
            referencedColumns: ["id"];
          },
        ];
      };
      uac: {
        Row: {
          access_controls: string[];
          id: number;
          rolename: string[];
          roletype: string;
          route: string[];
          row_version: number;
          search_text: string | null;
          status: string;
          time_stamp: string;
        };
        ComputedFields: never;
        Insert: {
          access_controls?: string[];
          id?: never;
          rolename: string[];
          roletype: string;
          route?: string[];
          row_version?: number;
          search_text?: string | null;
          status: string;
          time_stamp?: string;
        };
        Update: {
          access_controls?: string[];
          id?: never;
          rolename?: string[];
          roletype?: string;
          route?: string[];
          row_version?: number;
          search_text?: string | null;
          status?: string;
          time_stamp?: string;
        };
        Relationships: [];
      };
      unusual_values: {
        Row: {
          field: string;
          kind: string;
          office: string;
          previous: number | null;
          row_id: number;
          table_name: string;
          usual_from: number | null;
          usual_to: number | null;
        };
        ComputedFields: never;
        Insert: {
          field: string;
          kind: string;
          office: string;
          previous?: number | null;
          row_id: number;
          table_name: string;
          usual_from?: number | null;
          usual_to?: number | null;
        };
        Update: {
          field?: string;
          kind?: string;
          office?: string;
          previous?: number | null;
          row_id?: number;
          table_name?: string;
          usual_from?: number | null;
          usual_to?: number | null;
        };
        Relationships: [];
      };
      users: {
        Row: {
          disabled: boolean;
          email: string;
          id: string;
          muncity_name: string | null;
          name: string | null;
          office: string | null;
          position: string | null;
          province_name: string | null;
          region_name: string | null;
          roles: string;
          row_version: number;
          time_stamp: string;
          uac_id: number | null;
          updated_at: string;
          username: string;
        };
        ComputedFields: never;
        Insert: {
          disabled?: boolean;
          email: string;
          id: string;
          muncity_name?: string | null;
          name?: string | null;
          office?: never;
          position?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          roles: string;
          row_version?: number;
          time_stamp?: string;
          uac_id?: number | null;
          updated_at?: string;
          username: string;
        };
        Update: {
          disabled?: boolean;
          email?: string;
          id?: string;
          muncity_name?: string | null;
          name?: string | null;
          office?: never;
          position?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          roles?: string;
          row_version?: number;
          time_stamp?: string;
          uac_id?: number | null;
          updated_at?: string;
          username?: string;
        };
        Relationships: [
          {
            foreignKeyName: "users_office_fkey";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "users_uac_id_fkey";
            columns: ["uac_id"];
            isOneToOne: false;
            referencedRelation: "uac";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      accomplishment_outcomes: {
        Row: {
          arbo: number | null;
          arbo_id: string | null;
          arc: number | null;
          arc_id: string | null;
          form: string;
          fund_source: string | null;
          kind: string | null;
          matched: boolean | null;
          matched_within: number;
          muncity_name: string | null;
          office: string;
          organization: string | null;
          province_name: string | null;
          psp_category: string | null;
          quantity: number;
          region_name: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_id: number;
          side: string;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          table_name: string;
          year: number | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          arbo?: number | null;
          arbo_id?: string | null;
          arc?: number | null;
          arc_id?: string | null;
          form?: string | null;
          fund_source?: string | null;
          kind?: string | null;
          matched?: never;
          matched_within?: number | null;
          muncity_name?: string | null;
          office?: string | null;
          organization?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_id?: number | null;
          side?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          table_name?: string | null;
          year?: number | null;
          year_funded?: number | null;
        };
        Update: {
          arbo?: number | null;
          arbo_id?: string | null;
          arc?: number | null;
          arc_id?: string | null;
          form?: string | null;
          fund_source?: string | null;
          kind?: string | null;
          matched?: never;
          matched_within?: number | null;
          muncity_name?: string | null;
          office?: string | null;
          organization?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_id?: number | null;
          side?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          table_name?: string | null;
          year?: number | null;
          year_funded?: number | null;
        };
        Relationships: [];
      };
      expiring_permits: {
        Row: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string | null;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number | null;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      overdue: {
        Row: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string | null;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number | null;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      overdue_deeds: {
        Row: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Insert: {
          arbo_id?: string | null;
          arbo_key?: number | null;
          arbo_name?: string | null;
          due_on?: never;
          message?: never;
          missing_table?: never;
          office?: string | null;
          province_name?: string | null;
          queue?: never;
          region_name?: string | null;
          row_id?: number | null;
          status?: never;
          table_name?: never;
        };
        Update: {
          arbo_id?: string | null;
          arbo_key?: number | null;
          arbo_name?: string | null;
          due_on?: never;
          message?: never;
          missing_table?: never;
          office?: string | null;
          province_name?: string | null;
          queue?: never;
          region_name?: string | null;
          row_id?: number | null;
          status?: never;
          table_name?: never;
        };
        Relationships: [
          {
            foreignKeyName: "fme_inventory_table_arboPrimaryKey_exists";
            columns: ["arbo_key"];
            isOneToOne: false;
            referencedRelation: "arbo_masterlist";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "fme_inventory_table_arboPrimaryKey_exists";
            columns: ["arbo_key"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["arbo_key"];
          },
          {
            foreignKeyName: "fme_inventory_table_arboPrimaryKey_exists";
            columns: ["arbo_key"];
            isOneToOne: false;
            referencedRelation: "overdue_quarters";
            referencedColumns: ["row_id"];
          },
          {
            foreignKeyName: "fme_inventory_table_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      overdue_machines: {
        Row: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string | null;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number | null;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      overdue_permits: {
        Row: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string | null;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number | null;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      overdue_quarters: {
        Row: {
          arbo_id: string | null;
          arbo_key: number;
          arbo_name: string;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "arbo_masterlist_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      overdue_targets: {
        Row: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string | null;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number | null;
          status: string | null;
          table_name: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      report_schedules_in_full: {
        Row: {
          coverage: string | null;
          duration_days: number | null;
          end_date: string | null;
          form: string;
          id: number;
          open: boolean | null;
          province_name: string | null;
          region_name: string | null;
          remaining_days: number | null;
          row_version: number;
          search_text: string | null;
          start_date: string;
          status: string;
          time_stamp: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          coverage?: string | null;
          duration_days?: number | null;
          end_date?: string | null;
          form?: string | null;
          id?: number | null;
          open?: never;
          province_name?: string | null;
          region_name?: string | null;
          remaining_days?: never;
          row_version?: number | null;
          search_text?: string | null;
          start_date?: string | null;
          status?: string | null;
          time_stamp?: string | null;
          user_id?: string | null;
        };
        Update: {
          coverage?: string | null;
          duration_days?: number | null;
          end_date?: string | null;
          form?: string | null;
          id?: number | null;
          open?: never;
          province_name?: string | null;
          region_name?: string | null;
          remaining_days?: never;
          row_version?: number | null;
          search_text?: string | null;
          start_date?: string | null;
          status?: string | null;
          time_stamp?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "report_schedules_coverage_exists";
            columns: ["coverage"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      target_outcomes: {
        Row: {
          arbo: number | null;
          arbo_id: string | null;
          arc: number | null;
          arc_id: string | null;
          form: string;
          fund_source: string | null;
          kind: string | null;
          matched: boolean | null;
          matched_within: number;
          muncity_name: string | null;
          office: string;
          organization: string | null;
          province_name: string | null;
          psp_category: string | null;
          quantity: number;
          region_name: string | null;
          reporting_month: string | null;
          reporting_quarter: string | null;
          reporting_year: number | null;
          row_id: number;
          side: string;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          table_name: string;
          year: number | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          arbo?: number | null;
          arbo_id?: string | null;
          arc?: number | null;
          arc_id?: string | null;
          form?: string | null;
          fund_source?: string | null;
          kind?: string | null;
          matched?: never;
          matched_within?: number | null;
          muncity_name?: string | null;
          office?: string | null;
          organization?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_id?: number | null;
          side?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          table_name?: string | null;
          year?: number | null;
          year_funded?: number | null;
        };
        Update: {
          arbo?: number | null;
          arbo_id?: string | null;
          arc?: number | null;
          arc_id?: string | null;
          form?: string | null;
          fund_source?: string | null;
          kind?: string | null;
          matched?: never;
          matched_within?: number | null;
          muncity_name?: string | null;
          office?: string | null;
          organization?: string | null;
          province_name?: string | null;
          psp_category?: string | null;
          quantity?: number | null;
          region_name?: string | null;
          reporting_month?: string | null;
          reporting_quarter?: string | null;
          reporting_year?: number | null;
          row_id?: number | null;
          side?: string | null;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          table_name?: string | null;
          year?: number | null;
          year_funded?: number | null;
        };
        Relationships: [];
      };
      user_list: {
        Row: {
          administrable: boolean | null;
          disabled: boolean;
          email: string;
          id: string;
          last_sign_in: string | null;
          level: string | null;
          muncity_name: string | null;
          name: string | null;
          office: string | null;
          position: string | null;
          province_name: string | null;
          region_name: string | null;
          rights: string[] | null;
          roles: string;
          roletype: string | null;
          routes: string[] | null;
          row_version: number;
          time_stamp: string;
          uac_id: number | null;
          updated_at: string;
          username: string;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "users_office_fkey";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "users_uac_id_fkey";
            columns: ["uac_id"];
            isOneToOne: false;
            referencedRelation: "uac";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Functions: {
      overdue_of: {
        Args: { wanted_arbo: number };
        Returns: {
          arbo_id: string | null;
          arbo_key: number | null;
          arbo_name: string | null;
          due_on: string | null;
          message: string | null;
          missing_table: string | null;
          office: string | null;
          province_name: string | null;
          queue: string | null;
          region_name: string | null;
          row_id: number | null;
          status: string | null;
          table_name: string | null;
        }[];
        SetofOptions: {
          from: "*";
          to: "overdue";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  personal: {
    Enums: {},
  },
  public: {
    Enums: {},
  },
} as const;
